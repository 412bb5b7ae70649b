// Symbol visibility: all symbols are hidden except those marked LOCKSTEP_API.
#pragma once

#if defined(_WIN32)
#if defined(LOCKSTEP_STATIC)
#define LOCKSTEP_API
#elif defined(LOCKSTEP_BUILDING)
#define LOCKSTEP_API __declspec(dllexport)
#else
#define LOCKSTEP_API __declspec(dllimport)
#endif
#else
#define LOCKSTEP_API __attribute__((visibility("default")))
#endif
