package io.smartt.emulation.stf;

import module java.base;

/** One statement of a script; {@code line} counts from 1. */
public sealed interface StfStatement {
  /** Returns where it stands. */
  int line();

  /** A name and the text of a value. */
  record Assignment(String name, String value) {
    @Override
    public String toString() {
      return name + ":" + value;
    }
  }

  /** An action and its arguments by name. */
  record Call(String action, List<Assignment> arguments) {
    /** Copies the arguments. */
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * Adds a table entry.
   *
   * @param label a name for the entry, which {@code check_counter} may use
   */
  record Add(
      int line,
      String table,
      OptionalInt priority,
      List<Assignment> key,
      Call call,
      Optional<String> label)
      implements StfStatement {
    /** Copies the key. */
    public Add {
      key = List.copyOf(key);
    }
  }

  /** Sets a default action. */
  record SetDefault(int line, String table, Call call) implements StfStatement {}

  /** Removes all entries that the control plane has added. */
  record RemoveAll(int line) implements StfStatement {}

  /** Sends a packet, in hexadecimal, to a port. */
  record Packet(int line, int port, String hex) implements StfStatement {}

  /**
   * Expects a packet on a port.
   *
   * @param pattern hexadecimal with {@code *} for any digit, {@code $} at the end where nothing may
   *     follow; empty for any number of any packets
   */
  record Expect(int line, int port, Optional<String> pattern) implements StfStatement {}

  /** Expects no packet beyond those expected. */
  record NoPacket(int line) implements StfStatement {}

  /** Waits until all packets are through. */
  record Wait(int line) implements StfStatement {}

  /**
   * Checks a counter.
   *
   * @param cell an index, or a label of an entry behind {@code $}
   */
  record CheckCounter(int line, String counter, String cell, Optional<Condition> condition)
      implements StfStatement {}

  /** The condition that a counter is compared with. */
  record Condition(boolean bytes, String operator, long value) {}

  /** A command of simple_switch's command line, such as {@code mc_mgrp_create}. */
  record Command(int line, String name, List<String> arguments) implements StfStatement {
    /** Copies the arguments. */
    public Command {
      arguments = List.copyOf(arguments);
    }
  }
}
