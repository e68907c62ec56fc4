package io.smartt.testbed.standin.stratum;

import module java.base;

import com.google.rpc.Code;
import io.smartt.p4.info.P4InfoIndex;
import org.p4.v1.CounterEntry;
import org.p4.v1.Entity;
import org.p4.v1.Update;

/** The counter arrays of a program. Any thread may count and read. */
public final class CounterBank {
  private static final String MANAGER = "bfrt_counter_manager.cc:";

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
    for (P4InfoIndex.CounterInfo counter : info.counters()) {
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

  /** Writes as Stratum does (bfrt_counter_manager.cc). */
  void write(Update.Type type, CounterEntry entry) {
    StratumError.check(
        type == Update.Type.MODIFY,
        MANAGER + "53",
        "type == ::p4::v1::Update::MODIFY",
        "Update type of CounterEntry must be MODIFY.");
    StratumError.check(
        entry.hasIndex(),
        MANAGER + "56",
        "translated_counter_entry.has_index()",
        "Modifying an indirect counter without counter index is currently not supported.");
    Cells cells = cells(entry);
    cells.set(
        index(cells, entry), entry.getData().getPacketCount(), entry.getData().getByteCount());
  }

  /** Reads as Stratum does. */
  List<Entity> read(CounterEntry pattern) {
    StratumError.check(
        pattern.getCounterId() != 0,
        MANAGER + "88",
        "translated_counter_entry.counter_id() != 0",
        "Querying an indirect counter without counter id is not supported.");
    Cells cells = cells(pattern);
    List<Entity> found = new ArrayList<>();
    int first = pattern.hasIndex() ? index(cells, pattern) : 0;
    int end = pattern.hasIndex() ? first + 1 : cells.size();
    for (int index = first; index < end; index++) {
      CounterEntry.Builder cell = CounterEntry.newBuilder().setCounterId(pattern.getCounterId());
      cell.getIndexBuilder().setIndex(index);
      cell.getDataBuilder().setPacketCount(cells.packets(index)).setByteCount(cells.bytes(index));
      found.add(Entity.newBuilder().setCounterEntry(cell).build());
    }
    return found;
  }

  private Cells cells(CounterEntry entry) {
    return withId(entry.getCounterId())
        .orElseThrow(() ->
            new StratumError(
                Code.INVALID_ARGUMENT, "P4Info has no counter with ID " + entry.getCounterId()));
  }

  private static int index(Cells cells, CounterEntry entry) {
    long index = entry.getIndex().getIndex();
    StratumError.check(
        index >= 0,
        MANAGER + "59",
        "translated_counter_entry.index().index() >= 0",
        "Counter index must be greater than or equal to zero.");
    if (index >= cells.size()) {
      throw StratumError.sde(
          Code.INVALID_ARGUMENT, "table->tableEntryGet(...)", "Invalid arguments");
    }
    return (int) index;
  }
}
