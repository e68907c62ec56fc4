package io.smartt.workload.chakra;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.host.settings.RecordSettings;
import io.smartt.workload.chakra.TraceReader.ChakraNode;
import io.smartt.workload.schedule.RankOperations;
import io.smartt.workload.schedule.Schedule;

/**
 * The traces of all ranks of a job as a schedule. A node that computes takes its {@code
 * duration_micros} on a core of its rank: 0 for GPU operations, 1 for those of the CPU, 2 for
 * memory. Nodes that send and receive match by tag. Collectives are decomposed.
 */
public final class ChakraTraces {
  private static final int METADATA = 1;
  private static final int MEM_LOAD = 2;
  private static final int MEM_STORE = 3;
  private static final int COMP = 4;
  private static final int COMM_SEND = 5;
  private static final int COMM_RECV = 6;
  private static final int COMM_COLL = 7;

  private static final int GPU_CORE = 0;
  private static final int CPU_CORE = 1;
  private static final int MEMORY_CORE = 2;
  private static final long NS_PER_US = 1_000;
  private static final long MOST_MICROS = Long.MAX_VALUE / 1_000_000_000;

  /** The most bytes, so that the product with the number of ranks is a number too. */
  private static final long MOST_BYTES = 1L << 40;

  private static final long MOST_TAG = Integer.MAX_VALUE;

  /** The operations with which a node begins and ends. */
  private record Ends(int entry, int exit) {}

  private final List<String> files;
  private final List<List<ChakraNode>> traces = new ArrayList<>();
  private final Groups groups;

  private ChakraTraces(List<String> files, List<byte[]> bytes, CollectiveAlgorithm algorithm) {
    this.files = files;
    for (int rank = 0; rank < files.size(); rank++) {
      traces.add(TraceReader.read(files.get(rank), bytes.get(rank)));
    }
    groups = Groups.of(files, traces, algorithm);
  }

  /**
   * Reads traces.
   *
   * @param files names, one a rank, for errors
   * @param bytes of the files
   * @param algorithm of collectives
   * @throws UserInputException if they are no traces, or if their collectives do not agree
   */
  public static Schedule read(
      List<String> files, List<byte[]> bytes, CollectiveAlgorithm algorithm) {
    return new ChakraTraces(List.copyOf(files), List.copyOf(bytes), algorithm).schedule();
  }

  /** The type of a node that is a collective. */
  static boolean isCollective(ChakraNode node) {
    return node.type() == COMM_COLL;
  }

  private Schedule schedule() {
    List<RankOperations> ranks =
        IntStream.range(0, traces.size()).mapToObj(this::operations).toList();
    List<Schedule.Collective> collectives = groups.collectives();
    return Schedule.of("node", ranks, collectives);
  }

  private RankOperations operations(int rank) {
    String file = files.get(rank);
    RankOperations own = new RankOperations();
    Map<Long, Ends> ends = new HashMap<>();
    List<ChakraNode> nodes = traces.get(rank);
    Groups.Cursor cursor = groups.cursor(rank);
    for (ChakraNode node : nodes) {
      Ends made;
      try {
        made = isCollective(node) ? cursor.add(own, node, Ends::new) : single(own, node, rank);
      } catch (UserInputException e) {
        throw e.at(file + ": " + node.named());
      }
      if (ends.put(node.id(), made) != null) {
        throw new UserInputException(file + ": " + node.named() + " comes twice");
      }
    }
    for (ChakraNode node : nodes) {
      for (long before : node.before()) {
        Ends other = ends.get(before);
        if (other == null) {
          throw new UserInputException(
              "%s: %s waits for node %s, which is not there"
                  .formatted(file, node.named(), Long.toUnsignedString(before)));
        }
        own.requires(ends.getOrDefault(node.id(), other).entry(), other.exit());
      }
    }
    return own;
  }

  private Ends single(RankOperations own, ChakraNode node, int rank) {
    int op =
        switch (node.type()) {
          case METADATA -> own.join(node.id());
          case MEM_LOAD, MEM_STORE -> compute(own, node, MEMORY_CORE);
          case COMP ->
              compute(
                  own,
                  node,
                  node.numbers().getOrDefault("is_cpu_op", 0L) == 0 ? GPU_CORE : CPU_CORE);
          case COMM_SEND ->
              own.send(node.id(), size(node), peer(node, "comm_dst", rank), tag(node), 0);
          case COMM_RECV ->
              own.receive(node.id(), size(node), peer(node, "comm_src", rank), tag(node));
          default -> throw new UserInputException("its type is " + node.type());
        };
    return new Ends(op, op);
  }

  private static int compute(RankOperations own, ChakraNode node, int core) {
    if (node.micros() == 0 && node.numbers().getOrDefault("num_ops", 0L) > 0) {
      throw new UserInputException(
          "has num_ops and no duration_micros; how long that takes is not modelled");
    }
    if (node.micros() < 0 || node.micros() > MOST_MICROS) {
      throw new UserInputException(
          "duration_micros is " + Long.toUnsignedString(node.micros()) + ", which is too long");
    }
    return own.compute(node.id(), node.micros() * NS_PER_US, core);
  }

  /** Size of a message or of what a rank brings into a collective. */
  static long size(ChakraNode node) {
    Long size =
        node.numbers().containsKey("comm_size")
            ? node.numbers().get("comm_size")
            : node.numbers().get("tensor_size");
    if (size == null || size < 0 || size > MOST_BYTES) {
      throw new UserInputException(
          size == null
              ? "comm_size is missing"
              : "comm_size is " + size + ", must be 0 to " + MOST_BYTES);
    }
    return size;
  }

  private int peer(ChakraNode node, String attribute, int rank) {
    Long peer = node.numbers().get(attribute);
    if (peer == null || peer < 0 || peer >= traces.size()) {
      throw new UserInputException(
          peer == null
              ? attribute + " is missing"
              : attribute + " is " + peer + ", but there are ranks 0 to " + (traces.size() - 1));
    }
    if (peer == rank) {
      throw new UserInputException(attribute + " is its own rank");
    }
    return (int) (long) peer;
  }

  private static int tag(ChakraNode node) {
    long tag = node.numbers().getOrDefault("comm_tag", 0L);
    if (tag < 0 || tag > MOST_TAG) {
      throw new UserInputException("comm_tag is " + tag + ", must be 0 to " + MOST_TAG);
    }
    return (int) tag;
  }

  /** The algorithms by which collectives become messages. */
  public enum CollectiveAlgorithm {
    /** Parts go round, from each rank to the next. */
    RING,
    /** Exchanges of halves, quarters and so on; back by doubling. For powers of two of ranks. */
    HALVING_DOUBLING,
    /** Exchanges of the whole with ranks 1, 2, 4 and so on away. For powers of two of ranks. */
    BUTTERFLY,
    /** A binomial tree to the first rank, and back. */
    TREE,
    /** Each to each, all at once. */
    DIRECT;

    /** Returns how settings and reports write it. */
    public String spelling() {
      return RecordSettings.spelling(this);
    }
  }
}
