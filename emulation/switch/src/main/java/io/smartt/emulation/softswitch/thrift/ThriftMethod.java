package io.smartt.emulation.softswitch.thrift;

/** One method of a service. */
@FunctionalInterface
interface ThriftMethod {
  /** The answer of a method without one. */
  ThriftValue NOTHING = ThriftValue.Struct.EMPTY;

  /** The name on the wire of a method of the service that is called standard. */
  static String standard(String method) {
    return String.join(":", "standard", method);
  }

  /**
   * Does it.
   *
   * @throws ThriftFault for the exception that the method declares
   */
  ThriftValue call(Arguments arguments);
}
