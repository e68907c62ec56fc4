package io.smartt.experiment.exercise;

import module java.base;

import io.smartt.experiment.endhost.EndHost;
import io.smartt.softswitch.EmbeddedDevice;

/** The network of an exercise, where packets are sent and looked for. For one thread. */
public interface ExerciseFabric extends AutoCloseable {
  /** Its switches, for a P4Runtime server. */
  List<EmbeddedDevice> devices();

  /**
   * Returns what must run the calls of controllers in other processes; empty where any thread may.
   */
  default Optional<Executor> controllerCalls() {
    return Optional.empty();
  }

  /** Hosts by name, in the order of the file. */
  Map<String, EndHost> hosts();

  /** Returns what was left out and why. */
  List<String> notes();

  /** Picoseconds since it began. */
  long nowPs();

  /** Plans that something happens, now or later; it does when {@link #rest} is called. */
  void at(long timePs, Runnable what);

  /** Returns whether a host's ping to another is answered. */
  boolean answers(EndHost from, EndHost to);

  /** Lets everything happen and arrive that is going to, for a minute at most. */
  void rest();

  /** Lets happen what happens in this much real time, controllers' calls included. */
  void pass(long timePs);

  /**
   * Gives queues of a switch room for so many packets.
   *
   * @param ports their numbers; empty: all
   * @param queues their numbers; empty: all
   * @throws java.util.NoSuchElementException naming a port or queue that is not there
   */
  void setCapacity(String sw, List<Integer> ports, List<Integer> queues, int packets);

  /**
   * Lets so many packets a second leave ports of a switch, long or short.
   *
   * @param ports their numbers; empty: all
   * @param pps packets a second; 0: no limit
   * @throws java.util.NoSuchElementException naming a port that is not there
   */
  void setPacketRate(String sw, List<Integer> ports, long pps);

  @Override
  void close();

  /** A fabric as far as exercises need it. */
  @FunctionalInterface
  interface ExerciseBuilder {
    /**
     * Builds the network of an exercise; its switches have no program yet.
     *
     * @param folder where commands of hosts run
     * @param seed of the programs' random numbers
     * @param controlled whether a controller in another process will program the switches
     * @throws io.smartt.base.input.UserInputException if the fabric cannot be had here
     */
    ExerciseFabric build(Exercise exercise, Path folder, long seed, boolean controlled);
  }
}
