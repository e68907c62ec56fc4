package io.smartt.workload.goal;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.workload.schedule.RankOperations;
import io.smartt.workload.schedule.Schedule;

/**
 * Reads a schedule's binary layout, little endian and without padding:
 *
 * <pre>
 *   u64 4223, u32 ranks, u8 largest cpu, u8 largest nic
 *   each rank: u64 start, u64 end of its block, from behind the 4223
 *   block: u32 operations, u32 roots, u32 number of each root,
 *     each operation: u32 for how many it waits, u8 type (1 send, 2 recv, 3 calc), u32 peer,
 *       u64 bytes or ns, u32 tag, u8 cpu, u8 nic,
 *       u32 how many wait for its end, u32 where their list begins,
 *       u32 how many wait for its start, u32 where their list begins,
 *     u32 numbers of those that wait
 * </pre>
 *
 * <p>Source: spcl/LogGOPSim, {@code src/LogGOPSim/Parser.hpp}, {@code Graph::serialize_mmap}; that
 * of spcl/HTSIM is the same.
 */
final class GoalBinary {
  private static final long MAGIC = 4223;

  /** The magic number that LogGOPSim's option --save-mem leaves behind. */
  private static final long SPENT_MAGIC = 2342;

  private static final int BASE = Long.BYTES;
  private static final int ANY = 0xFFFF_FFFF;
  private static final int OPERATION_BYTES = 39;
  private static final int HEADER_BYTES = 14;
  private static final int TABLE_BYTES = 2 * Long.BYTES;
  private static final int SEND = 1;
  private static final int RECEIVE = 2;
  private static final int COMPUTE = 3;
  private static final long MOST_NS = Long.MAX_VALUE / 1_000_000;

  private final String file;
  private final ByteBuffer in;
  private int ranks;

  private GoalBinary(String file, byte[] bytes) {
    this.file = file;
    in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns whether bytes begin as a binary schedule does. */
  static boolean isBinary(byte[] bytes) {
    if (bytes.length < Long.BYTES) {
      return false;
    }
    long magic = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    return magic == MAGIC || magic == SPENT_MAGIC;
  }

  /** The operations of each rank. */
  static Schedule read(String file, byte[] bytes) {
    return new GoalBinary(file, bytes).schedule();
  }

  private Schedule schedule() {
    if (in.capacity() < HEADER_BYTES) {
      throw new UserInputException(file + ": a schedule's header has 14 bytes, it has fewer");
    }
    if (in.getLong(0) == SPENT_MAGIC) {
      throw new UserInputException(
          file + ": a run of LogGOPSim with --save-mem spent this schedule; make it again");
    }
    long declared = Integer.toUnsignedLong(in.getInt(BASE));
    if (declared < 1 || HEADER_BYTES + TABLE_BYTES * declared > in.capacity()) {
      throw new UserInputException(
          file + ": " + declared + " ranks, but only " + in.capacity() + " bytes");
    }
    ranks = (int) declared;
    List<RankOperations> all = IntStream.range(0, ranks).mapToObj(this::block).toList();
    return Schedule.of("operation", all, List.of());
  }

  private RankOperations block(int rank) {
    int entry = HEADER_BYTES + TABLE_BYTES * rank;
    long start = in.getLong(entry);
    long end = in.getLong(entry + Long.BYTES);
    if (start < 0 || end < start + 2 * Integer.BYTES || end > in.capacity() - BASE) {
      throw damaged(rank, "its block is from " + start + " to " + end);
    }
    ByteBuffer block =
        in.slice((int) start + BASE, (int) (end - start)).order(ByteOrder.LITTLE_ENDIAN);
    long size = Integer.toUnsignedLong(block.getInt());
    long roots = Integer.toUnsignedLong(block.getInt());
    long lists = 2L * Integer.BYTES + roots * Integer.BYTES + size * OPERATION_BYTES;
    if (lists > block.capacity()) {
      throw damaged(rank, size + " operations do not fit into " + block.capacity() + " bytes");
    }
    block.position((int) (2L * Integer.BYTES + roots * Integer.BYTES));
    RankOperations own = new RankOperations();
    Lists waiting = new Lists(rank, block, (int) lists, (int) size);
    for (int operation = 0; operation < size; operation++) {
      operation(rank, operation, block, own);
      waiting.read(operation, false, own);
      waiting.read(operation, true, own);
    }
    return own;
  }

  private void operation(int rank, int number, ByteBuffer block, RankOperations own) {
    block.getInt();
    int type = block.get();
    int peer = block.getInt();
    long amount = block.getLong();
    int tag = block.getInt();
    int cpu = Byte.toUnsignedInt(block.get());
    int nic = Byte.toUnsignedInt(block.get());
    switch (type) {
      case SEND ->
          own.send(number, bytes(rank, number, amount), peer(rank, number, peer), tag, nic);
      case RECEIVE -> {
        if (tag == ANY || peer == ANY) {
          throw damaged(
              rank,
              "operation "
                  + number
                  + " is a recv from any source or with any tag; which one is not known before the"
                  + " run");
        }
        own.receive(number, bytes(rank, number, amount), peer(rank, number, peer), tag);
      }
      case COMPUTE -> {
        if (amount < 0 || amount > MOST_NS) {
          throw damaged(rank, "operation " + number + " computes for too long");
        }
        own.compute(number, amount, cpu);
      }
      default -> throw damaged(rank, "operation " + number + " is of type " + type);
    }
  }

  private long bytes(int rank, int number, long bytes) {
    if (bytes < 0) {
      throw damaged(
          rank, "operation " + number + " is of " + Long.toUnsignedString(bytes) + " bytes");
    }
    return bytes;
  }

  private int peer(int rank, int number, int peer) {
    if (Integer.compareUnsigned(peer, ranks) >= 0) {
      throw damaged(
          rank,
          "operation "
              + number
              + " has rank "
              + Integer.toUnsignedString(peer)
              + " as its peer, of "
              + ranks
              + " ranks");
    }
    return peer;
  }

  private UserInputException damaged(int rank, String what) {
    return new UserInputException(file + ": rank " + rank + ": " + what);
  }

  /** The lists of what waits for operations, behind them in a block. */
  private final class Lists {
    private final int rank;
    private final ByteBuffer block;
    private final int begin;
    private final int size;

    Lists(int rank, ByteBuffer block, int begin, int size) {
      this.rank = rank;
      this.block = block;
      this.begin = begin;
      this.size = size;
    }

    void read(int operation, boolean ofStart, RankOperations own) {
      long count = Integer.toUnsignedLong(block.getInt());
      long first = Integer.toUnsignedLong(block.getInt());
      if (count > 0 && begin + (first + count) * Integer.BYTES > block.capacity()) {
        throw damaged(rank, "what waits for operation " + operation + " is beyond its block");
      }
      for (long i = first; i < first + count; i++) {
        int waits = block.getInt((int) (begin + i * Integer.BYTES));
        if (Integer.compareUnsigned(waits, size) >= 0) {
          throw damaged(
              rank,
              "operation "
                  + Integer.toUnsignedString(waits)
                  + " waits for operation "
                  + operation
                  + ", but there are "
                  + size);
        }
        if (ofStart) {
          own.requiresStart(waits, operation);
        } else {
          own.requires(waits, operation);
        }
      }
    }
  }
}
