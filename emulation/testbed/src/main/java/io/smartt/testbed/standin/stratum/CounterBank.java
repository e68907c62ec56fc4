package io.smartt.testbed.standin.stratum;

import module java.base;

import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.CounterInfo;

/** The counter arrays of a program. Any thread may count and read. */
public final class CounterBank {
  private final Map<Integer, Cells> byId = new HashMap<>();
  private final Map<String, Cells> byName = new HashMap<>();

  /** One array. */
  public static final class Cells {
    private final AtomicLongArray packets;
    private final AtomicLongArray bytes;

    Cells(int size) {
      packets = new AtomicLongArray(size);
      bytes = new AtomicLongArray(size);
    }

    /** Counts a packet; outside the array nothing, as the ASIC. */
    public void count(int index, int frameBytes) {
      if (index >= 0 && index < packets.length()) {
        packets.getAndIncrement(index);
        bytes.getAndAdd(index, frameBytes);
      }
    }

    int size() {
      return packets.length();
    }

    long packets(int index) {
      return packets.get(index);
    }

    long bytes(int index) {
      return bytes.get(index);
    }

    void set(int index, long newPackets, long newBytes) {
      packets.set(index, newPackets);
      bytes.set(index, newBytes);
    }
  }

  CounterBank(P4InfoIndex info) {
    for (CounterInfo counter : info.counters()) {
      if (counter.directTableId().isEmpty()) {
        Cells cells = new Cells(Math.toIntExact(counter.size()));
        byId.put(counter.id(), cells);
        byName.put(counter.name(), cells);
      }
    }
  }

  /** Returns an array by its P4 name. */
  public Optional<Cells> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  Optional<Cells> withId(int id) {
    return Optional.ofNullable(byId.get(id));
  }
}
