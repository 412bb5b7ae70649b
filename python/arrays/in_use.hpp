// Objects that several Python threads may use at once. Calls that have released the GIL read a set, which must not
// change meanwhile. A use begins and ends with the GIL held, so a plain number counts the uses.
#pragma once

#include <pybind11/pybind11.h>

#include <stdexcept>
#include <string>

namespace lockstep::python {

namespace py = pybind11;

class Users {
 public:
  Users() = default;
  Users(const Users&) {}  // a copy has no users yet
  Users& operator=(const Users&) = delete;

 private:
  friend class Reading;
  friend class Changing;
  int readers_ = 0;
  bool changing_ = false;
};

/// While one of these lives, the object does not change.
class Reading {
 public:
  explicit Reading(Users& users) : users_(users) {
    if (users.changing_) throw std::runtime_error("another thread is changing this object");
    ++users_.readers_;
  }
  ~Reading() { --users_.readers_; }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

 private:
  Users& users_;
};

/// While one of these lives, no other thread reads the object.
class Changing {
 public:
  explicit Changing(Users& users) : users_(users) {
    if (users.changing_ || users.readers_ > 0) {
      throw std::runtime_error("another thread is using this object: change it when that call has returned");
    }
    users_.changing_ = true;
  }
  ~Changing() { users_.changing_ = false; }
  Changing(const Changing&) = delete;
  Changing& operator=(const Changing&) = delete;

 private:
  Users& users_;
};

/// Runs a computation without the GIL.
template <class Work>
auto unlocked(const Work& work) {
  const py::gil_scoped_release release;
  return work();
}

}  // namespace lockstep::python
