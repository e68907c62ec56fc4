package io.smartt.testbed.standin.asic;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * The content of the tables of smartt_tna.p4.
 *
 * @param classes by code point; others are OTHER
 * @param marks by port
 * @param trims by pipe; a packet that is deflected in another is discarded
 */
public record TofinoTables(
    int salt,
    RouteTable routes,
    Map<Integer, TrafficClass> classes,
    Map<Integer, List<Mark>> marks,
    Map<Integer, Trim> trims,
    Tally tally) {
  /** A switch with empty tables: every packet is dropped. */
  public static final TofinoTables EMPTY =
      new TofinoTables(0, new RouteTable(List.of()), Map.of(), Map.of(), Map.of(), Tally.NONE);

  private static final int PORTS = 512;
  private static final int PIPES = 4;
  private static final int PORTS_OF_A_PIPE = PORTS / PIPES;

  /** Copies the maps. */
  public TofinoTables {
    classes = Map.copyOf(classes);
    marks = Map.copyOf(marks);
    trims = Map.copyOf(trims);
  }

  /** The class that {@code ingress.traffic_class} gives a packet. */
  public enum TrafficClass {
    CONTROL,
    DATA,
    OTHER
  }

  /** An entry of {@code egress.red_profile}: bounds inclusive, depths in cells. */
  public record Mark(int fromDepth, int toDepth, int fromDraw, int toDraw) {}

  /** An entry of {@code egress.trim_size}; lengths as headers have them. */
  public record Trim(int totalLength, int udpLength) {}

  /** Counts as the program's counters do. */
  public interface Tally {
    /** Counts nothing. */
    Tally NONE =
        new Tally() {
          @Override
          public void marked(int port, int bytes) {}

          @Override
          public void trimmed(int port, int bytes) {}
        };

    /** A mark at a port. */
    void marked(int port, int bytes);

    /** A trimmed packet on its way to a port. */
    void trimmed(int port, int bytes);
  }

  /** The pipe of a port: each has 128 port numbers. */
  public static int pipe(int port) {
    return port / PORTS_OF_A_PIPE;
  }

  TrafficClass classOf(int dscp) {
    return classes.getOrDefault(dscp, TrafficClass.OTHER);
  }

  boolean marks(int port, int depth, int draw) {
    for (Mark mark : marks.getOrDefault(port, List.of())) {
      if (depth >= mark.fromDepth
          && depth <= mark.toDepth
          && draw >= mark.fromDraw
          && draw <= mark.toDraw) {
        return true;
      }
    }
    return false;
  }

  /** Returns what is done to a packet that was to leave by a port, and was deflected. */
  @Nullable Trim trim(int port) {
    return trims.get(pipe(port));
  }
}
