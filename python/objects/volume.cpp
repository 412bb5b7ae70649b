#include "objects/volume.hpp"

namespace lockstep::python {

void Volume::write(ByteWriter& bytes) const {
  bytes.put(static_cast<unsigned char>(made_.index()));
  std::visit([&](const auto& made) { bytes.put(made); }, made_);
}

std::shared_ptr<const Volume> Volume::read(ByteReader& bytes) {
  switch (bytes.get<unsigned char>()) {
    case 0: {
      const auto made = bytes.get<FromMatrix>();
      if (made.order > MatrixOrder::column_major || made.range > DepthRange::minus_one_to_one) ByteReader::damaged();
      return std::make_shared<Volume>(made);
    }
    case 1: return std::make_shared<Volume>(bytes.get<FromCorners>());
    default: ByteReader::damaged();
  }
}

}  // namespace lockstep::python
