package io.smartt.emulation.workload.goal;

import java.util.ArrayList;
import java.util.List;

/**
 * One operation of a rank, as a schedule writes it; what it waits for is added line by line. Each
 * is equal to itself alone.
 */
final class Operation {
  /** What it does. */
  sealed interface Kind {
    /**
     * Sends a message; done when its last byte is acknowledged.
     *
     * @param bytes of the message
     * @param peer rank that receives it
     * @param tag by which the receive matches
     */
    record Send(long bytes, int peer, long tag) implements Kind {
      @Override
      public String toString() {
        return "send of " + bytes + "b to rank " + peer + " with tag " + tag;
      }
    }

    /**
     * Receives a message; done when it is posted and the last byte has arrived.
     *
     * @param bytes that it has room for
     * @param peer rank that sends it
     * @param tag by which the send matches
     */
    record Receive(long bytes, int peer, long tag) implements Kind {
      @Override
      public String toString() {
        return "recv from rank " + peer + " with tag " + tag;
      }
    }

    /**
     * Computes.
     *
     * @param ns how long
     * @param core of the rank; one computation after the other on each
     */
    record Compute(long ns, int core) implements Kind {
      @Override
      public String toString() {
        return "calc " + ns;
      }
    }
  }

  private final int rank;
  private final int line;
  private final Kind kind;
  private final List<Operation> requires = new ArrayList<>(1);
  private final List<Operation> requiresStarted = new ArrayList<>(0);

  Operation(int rank, int line, Kind kind) {
    this.rank = rank;
    this.line = line;
    this.kind = kind;
  }

  int rank() {
    return rank;
  }

  Kind kind() {
    return kind;
  }

  /** Operations that have to be done before it starts. */
  List<Operation> requires() {
    return requires;
  }

  /** Operations that have to be started before it starts. */
  List<Operation> requiresStarted() {
    return requiresStarted;
  }

  /** The operation for errors. */
  @Override
  public String toString() {
    return "rank " + rank + ", line " + line + ", " + kind;
  }
}
