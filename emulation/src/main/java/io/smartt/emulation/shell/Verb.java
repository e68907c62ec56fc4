package io.smartt.emulation.shell;

import module java.base;

/** One command of the shell, its words understood. Nodes go by name. */
public sealed interface Verb {
  /** Asks which verbs there are, or what one does. */
  record Help(Optional<String> verb) implements Verb {}

  /** Ends the session. */
  record Exit() implements Verb {}

  /** Names of hosts and switches. */
  record Nodes() implements Verb {}

  /** Asks what each node is linked to. */
  record Net() implements Verb {}

  /** Every link and whether it is up. */
  record Links() implements Verb {}

  /** Hosts with their addresses, switches with their device ids. */
  record Dump() implements Verb {}

  /** Port numbers of switches. */
  record Ports() implements Verb {}

  /** Interfaces of every node. */
  record Intfs() implements Verb {}

  /** Every host pings every other. */
  record PingAll() implements Verb {}

  /** A program inside a host; names of hosts in it stand for their addresses. */
  record Program(String host, String command) implements Verb {}

  /** Takes all links between two nodes down or up. */
  record LinkState(String a, String b, boolean up) implements Verb {}

  /** A verb that has the hosts' transport send. */
  sealed interface Traffic extends Verb {}

  /** One message over the hosts' transport. */
  record Flow(String from, String to, long bytes) implements Traffic {}

  /** One message over the hosts' transport, of which only the rate is shown. */
  record Iperf(String from, String to, long bytes) implements Verb {}

  /**
   * A workload over the hosts' transport.
   *
   * @param workload as {@code smartt run --workload} takes it
   */
  record Run(String workload) implements Traffic {}

  /**
   * A command of simple_switch_CLI for a switch.
   *
   * @param words of the command, its name first
   */
  record Edit(String node, List<String> words) implements Verb {
    /** Copies the words. */
    public Edit {
      words = List.copyOf(words);
    }
  }

  /** Entries of a switch's tables; of one table, or of all. */
  record Tables(String node, Optional<String> table) implements Verb {}

  /** Asks what a switch and its program have counted. */
  record Counters(String node) implements Verb {}

  /** Queues of a switch as they are now. */
  record Queues(String node) implements Verb {}

  /** Queues of a switch while traffic runs. */
  record QueuesDuring(String node, Traffic traffic) implements Verb {}

  /** Writes what passes every port to a file. */
  record CaptureOn(Path file) implements Verb {}

  /** Completes that file. */
  record CaptureOff() implements Verb {}
}
