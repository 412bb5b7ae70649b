// What is timed of the reference keeps its rare path out of line: it is next to never taken, but shares registers
// with the path beside it if it is inlined. Included before the reference, which knows nothing of it. What is inlined
// is said by `reference_inlining` in CMakeLists.txt.
#pragma once

namespace lockstep::reference {

template <class V>
[[gnu::noinline, gnu::cold]] V extreme_with_length(const V& direction, const typename V::Scalar& length) noexcept;

}  // namespace lockstep::reference
