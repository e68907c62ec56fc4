package io.smartt.host.api;

import io.smartt.host.transport.Destination;

/**
 * A wire and the thread that drives it. An implementation calls its {@link PortUser} from one
 * thread only: frames as they arrive, tasks, and a turn after each batch of these, when the user
 * asked for one, and when the wire has room again.
 */
public interface PacketPort extends AutoCloseable {
  /** This side's address, as frames bear it. */
  Destination address();

  /** The longest frame that fits, Ethernet header to the end of the payload. */
  int maxFrameBytes();

  /** Begins to drive the user. To be called once. */
  void start(PortUser user);

  /**
   * Sends a frame, from within {@link PortUser#turn}. The array is the caller's again on return.
   *
   * @return false if there is no room now; there will be another turn when there is
   */
  boolean send(byte[] frame, int length);

  /**
   * Runs a task on the port's thread, and then a turn. From any thread. After {@link
   * PortUser#ended} tasks are run too, by any thread, without a turn.
   */
  void execute(Runnable task);

  /** Ends the thread and gives the wire back; {@link PortUser#ended} is the last call. */
  @Override
  void close();
}
