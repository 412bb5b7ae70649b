// The timed part of the reference keeps its rare path out of line: it almost never runs, but when inlined it shares
// registers with the path beside it. Included before the reference, which knows nothing of it. `reference_inlining` in
// CMakeLists.txt chooses the inlined functions.
#pragma once

namespace lockstep::reference {

template <class V>
[[gnu::noinline, gnu::cold]] V extreme_with_length(const V& direction, const typename V::Scalar& length) noexcept;

}  // namespace lockstep::reference
