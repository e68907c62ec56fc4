package io.smartt.softswitch.standalone;

import io.smartt.softswitch.backend.SwitchLateness;
import io.smartt.softswitch.port.SwitchPort.FrameReceiver;
import java.util.function.Supplier;

/** Owns a {@link PacketPath}: the one thread by which it may be touched. */
interface SwitchDriver extends AutoCloseable {
  /** Begins. */
  void start();

  /** Returns where a port's frames go. */
  FrameReceiver receiver(int port);

  /** Runs something on the path's thread and waits for what it gives. */
  <T> T call(Supplier<T> task);

  /** Returns whether no frame waits in front of the switch or in it. */
  boolean isIdle();

  /** Returns how late it took in frames and served wires; nothing where that is not measured. */
  default SwitchLateness lateness() {
    return SwitchLateness.NONE;
  }

  /** Ends; what waits is lost. */
  @Override
  void close();
}
