package io.smartt.workload.goal;

import io.smartt.workload.schedule.Dependents;
import io.smartt.workload.schedule.Schedule;
import io.smartt.workload.schedule.Schedule.OperationKind;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Writes a schedule in LogGOPSim's binary layout; see {@link GoalBinary}. */
final class BinarySchedule {
  private final Schedule schedule;
  private final Dependents dependents;

  BinarySchedule(Schedule schedule) {
    this.schedule = schedule;
    dependents = Dependents.of(schedule);
  }

  byte[] bytes() {
    List<byte[]> blocks = new ArrayList<>();
    for (int rank = 0; rank < schedule.ranks(); rank++) {
      blocks.add(block(rank));
    }
    int header = 14 + 16 * schedule.ranks();
    byte[] bytes = new byte[header + blocks.stream().mapToInt(block -> block.length).sum()];
    ByteBuffer out = little(bytes);
    out.putLong(4223).putInt(schedule.ranks()).put((byte) 0).put((byte) (schedule.nics() - 1));
    long start = header - 8L;
    for (byte[] block : blocks) {
      out.putLong(start).putLong(start + block.length);
      start += block.length;
    }
    blocks.forEach(out::put);
    return bytes;
  }

  private byte[] block(int rank) {
    int first = schedule.first(rank);
    int size = schedule.first(rank + 1) - first;
    List<Integer> roots = new ArrayList<>();
    List<Integer> lists = new ArrayList<>();
    ByteArrayOutputStream operations = new ByteArrayOutputStream();
    for (int op = first; op < first + size; op++) {
      if (schedule.countBefore(op) == 0) {
        roots.add(op - first);
      }
      byte[] bytes = new byte[39];
      ByteBuffer out = little(bytes);
      out.putInt(schedule.countBefore(op)).put(type(op)).putInt(schedule.peer(op));
      out.putLong(schedule.amount(op)).putInt(schedule.tag(op));
      out.put((byte) schedule.core(op)).put((byte) schedule.nic(op));
      int before = lists.size();
      dependents.forEachOfEnd(op, waits -> lists.add(waits - first));
      out.putInt(lists.size() - before).putInt(before);
      int ofStart = lists.size();
      dependents.forEachOfStart(op, waits -> lists.add(waits - first));
      out.putInt(lists.size() - ofStart).putInt(ofStart);
      operations.writeBytes(bytes);
    }
    byte[] bytes = new byte[8 + 4 * roots.size() + operations.size() + 4 * lists.size()];
    ByteBuffer out = little(bytes);
    out.putInt(size).putInt(roots.size());
    roots.forEach(out::putInt);
    out.put(operations.toByteArray());
    lists.forEach(out::putInt);
    return bytes;
  }

  private byte type(int op) {
    OperationKind kind = schedule.kind(op);
    return (byte) (kind == OperationKind.SEND ? 1 : kind == OperationKind.RECEIVE ? 2 : 3);
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
