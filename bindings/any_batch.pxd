# What _batch.pyx uses of the library, and the C functions that _core hands over.
from cpython.ref cimport PyObject
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.memory cimport shared_ptr, unique_ptr
from libcpp.span cimport span
from libcpp.string cimport string
from libcpp.string_view cimport string_view


ctypedef const int32_t ConstAction


cdef extern from "pyboard/api/any_game.hpp" namespace "pyboard" nogil:
    cdef cppclass AnyGame:
        int seats()
        int num_actions()
        int observation_size()

    cdef cppclass GamePointer:
        const AnyGame* get()


cdef extern from "pyboard/api/any_state.hpp" namespace "pyboard" nogil:
    cdef cppclass AnyState:
        pass


cdef extern from "capsules.hpp" namespace "pyboard::python":
    ctypedef AnyState* (*UnwrapState)(PyObject* object)
    ctypedef GamePointer (*UnwrapGame)(PyObject* object)
    ctypedef object (*WrapState)(AnyState* state)  # a new reference
    ctypedef void (*SetError)()


cdef extern from *:
    """
    // Cython calls this, with the GIL held, for every C++ exception.
    static pyboard::python::SetError set_error = nullptr;
    static void translate() { set_error(); }
    """
    SetError set_error
    void translate()


cdef extern from "pyboard/api/any_batch.hpp" namespace "pyboard" nogil:
    cdef cppclass BatchOutputs:
        int8_t* players
        uint8_t* mask
        uint8_t* packed_mask
        float* observations
        float* rewards
        uint8_t* done

    cdef cppclass AnyBatch:
        @staticmethod
        unique_ptr[AnyBatch] make(const GamePointer& game, int64_t rows, uint64_t seed) except +translate

        int threads()
        void set_threads(int threads) except +translate
        void seed(uint64_t seed)
        void reset(const BatchOutputs& outputs) except +translate
        void step(span[ConstAction] actions, cbool auto_reset, const BatchOutputs& outputs) except +translate
        void random_actions(span[int32_t] actions) except +translate
        void write(const BatchOutputs& outputs) except +translate
        unique_ptr[AnyState] state(int64_t row) except +translate
        void set_state(int64_t row, const AnyState& state, const BatchOutputs& outputs) except +translate
        string save() except +translate
        void load(string_view bytes) except +translate
