package io.smartt.emulation.softswitch.standalone;

import io.smartt.emulation.softswitch.port.FrameReceiver;
import java.util.function.Supplier;

/** Owns a {@link PacketPath}: the one thread by which it may be touched. */
interface SwitchDriver extends AutoCloseable {
  /** Begins. */
  void start();

  /** Where a port's frames go. */
  FrameReceiver receiver(int port);

  /** Runs something on the path's thread and waits for what it gives. */
  <T> T call(Supplier<T> task);

  /** Whether no frame waits in front of the switch or in it. */
  boolean isIdle();

  /** How late, on average, it took in frames and served wires; 0 where that is not measured. */
  default long meanLatenessPs() {
    return 0;
  }

  /** Ends; what waits is lost. */
  @Override
  void close();
}
