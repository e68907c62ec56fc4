package io.smartt.emulation.softswitch.thrift;

/** One method of a service. */
@FunctionalInterface
interface ThriftMethod {
  /** The answer of a method without one. */
  ThriftValue NOTHING = ThriftValue.Struct.EMPTY;

  /**
   * Does it.
   *
   * @throws ThriftFault for the exception that the method declares
   */
  ThriftValue call(Arguments arguments);
}
