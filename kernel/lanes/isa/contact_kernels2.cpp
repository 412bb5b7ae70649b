// The contact kernels of the plane, all in double lanes.
#include "lanes/isa/double_kernels.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {

template <int a, int b>
void find_contacts(const detail::ContactBatch2& batch) {
  in_wide_double::contact_kernels2.of[a][b](batch);
}

}  // namespace

extern const detail::ContactKernels2 contact_kernels2;
const detail::ContactKernels2 contact_kernels2 = {{{find_contacts<0, 0>, find_contacts<0, 1>, find_contacts<0, 2>},
                                                   {nullptr, find_contacts<1, 1>, find_contacts<1, 2>},
                                                   {nullptr, nullptr, find_contacts<2, 2>}}};

}  // namespace lockstep::LOCKSTEP_ISA
