#include "objects/volume.hpp"

#include <cstring>

namespace lockstep::python {

void Volume::write(ByteWriter& bytes) const {
  bytes.put(static_cast<unsigned char>(made_.index()));
  std::visit([&](const auto& made) { bytes.put(made); }, made_);
}

namespace {

template <class Made>
Made read_matrix(ByteReader& bytes) {
  const auto made = bytes.get<Made>();
  if (made.order > MatrixOrder::column_major || made.range > DepthRange::minus_one_to_one) ByteReader::damaged();
  return made;
}

FromCamera read_camera(ByteReader& bytes) {
  const auto made = bytes.get<FromCamera>();
  unsigned char orthographic = 0;  // any byte may be stored there, and a bool may not hold it
  std::memcpy(&orthographic, &made.lens.orthographic, 1);
  if (orthographic > 1) ByteReader::damaged();
  return made;
}

FromPlanes read_planes(ByteReader& bytes) {
  const auto made = bytes.get<FromPlanes>();
  if (made.count > made.planes.size()) ByteReader::damaged();
  return made;
}

}  // namespace

std::shared_ptr<const Volume> Volume::read(ByteReader& bytes) {
  switch (bytes.get<unsigned char>()) {
    case 0: return std::make_shared<Volume>(read_matrix<FromMatrix>(bytes));
    case 1: return std::make_shared<Volume>(bytes.get<FromCorners>());
    case 2: return std::make_shared<Volume>(read_matrix<FromDoubles>(bytes));
    case 3: return std::make_shared<Volume>(read_camera(bytes));
    case 4: return std::make_shared<Volume>(read_planes(bytes));
    default: ByteReader::damaged();
  }
}

}  // namespace lockstep::python
