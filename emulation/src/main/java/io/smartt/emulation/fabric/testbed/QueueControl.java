package io.smartt.emulation.fabric.testbed;

import java.util.Optional;

/** What P4Runtime does not reach of a switch that runs a P4 program: its rates and queues. */
interface QueueControl extends AutoCloseable {
  /**
   * Sets all.
   *
   * @return what was set, or why nothing was, in one line
   */
  String set();

  /** What is not as planned, in a few words, as far as the switch can be asked. */
  Optional<String> difference();

  @Override
  void close();

  /** Of a switch that has them from elsewhere. */
  static QueueControl none(String why) {
    return new QueueControl() {
      @Override
      public String set() {
        return why;
      }

      @Override
      public Optional<String> difference() {
        return Optional.empty();
      }

      @Override
      public void close() {}
    };
  }
}
