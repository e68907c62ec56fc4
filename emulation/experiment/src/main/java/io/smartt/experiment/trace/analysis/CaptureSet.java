package io.smartt.experiment.trace.analysis;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.trace.CaptureInterface;
import io.smartt.base.trace.CaptureReader;
import io.smartt.base.trace.CaptureReader.CaptureCutShortException;
import io.smartt.base.trace.CaptureReader.CaptureFormatException;
import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.base.trace.RecordedPacket;

/**
 * The packets of several capture files as one trace, by their stamps: of two with the same stamp
 * the one of the file named first. Each file keeps its own order, even where its stamps step back.
 * Files are read as they are needed and never held in memory.
 */
public final class CaptureSet implements AutoCloseable {
  private static final String IN = "_in";
  private static final String OUT = "_out";

  private final List<Source> sources = new ArrayList<>();
  private final PriorityQueue<Source> byTime =
      new PriorityQueue<>(
          Comparator.comparingLong((Source source) -> source.head.timeNs())
              .thenComparingInt(source -> source.place));
  private final List<TracedInterface> interfaces = new ArrayList<>();
  private final Map<String, Integer> byName = new HashMap<>();
  private final Map<String, Integer> directed = new HashMap<>();

  private static final class Source {
    private final int place;
    private final String stem;
    private final CaptureReader reader;
    private final List<Integer> interfaces = new ArrayList<>();
    private final Optional<Direction> direction;
    private RecordedPacket head;

    Source(int place, CaptureReader reader, RecordedPacket head) {
      this.place = place;
      this.reader = reader;
      this.head = head;
      String name = String.valueOf(reader.file().getFileName());
      int dot = name.lastIndexOf('.');
      stem = dot > 0 ? name.substring(0, dot) : name;
      direction =
          stem.endsWith(IN)
              ? Optional.of(Direction.INBOUND)
              : stem.endsWith(OUT) ? Optional.of(Direction.OUTBOUND) : Optional.empty();
    }
  }

  private final Consumer<CaptureCutShortException> cutShort;

  private CaptureSet(Consumer<CaptureCutShortException> cutShort) {
    this.cutShort = cutShort;
  }

  /**
   * Opens files that are whole.
   *
   * @throws CaptureFormatException naming the file that cannot be read and what is wrong with it
   */
  public static CaptureSet open(List<Path> files) {
    return open(
        files,
        cut -> {
          throw cut;
        });
  }

  /**
   * Opens files that may end in the middle of a packet.
   *
   * @param cutShort gets the error of each such file when its whole packets have been read; throws
   *     it, or has it count as the file's end
   * @throws CaptureFormatException naming the file that cannot be read and what is wrong with it
   */
  public static CaptureSet open(List<Path> files, Consumer<CaptureCutShortException> cutShort) {
    CaptureSet set = new CaptureSet(cutShort);
    try {
      for (Path file : files) {
        set.add(file);
      }
      return set;
    } catch (CaptureFormatException e) {
      throw Closing.after(e, set);
    }
  }

  private void add(Path file) {
    CaptureReader reader = CaptureReader.open(file);
    try {
      Optional<RecordedPacket> head = following(reader);
      if (head.isPresent()) {
        Source source = new Source(sources.size(), reader, head.get());
        sources.add(source);
        byTime.add(source);
      } else {
        reader.close();
      }
    } catch (CaptureFormatException e) {
      throw Closing.after(e, reader);
    }
  }

  /**
   * The next packet by time, or empty when there are no more.
   *
   * @throws CaptureFormatException naming the file and what is wrong with it
   */
  public Optional<Sighting> next() {
    Source source = byTime.poll();
    if (source == null) {
      return Optional.empty();
    }
    RecordedPacket packet = source.head;
    int id = interfaceOf(source, packet.interfaceId());
    Optional<RecordedPacket> following = following(source.reader);
    if (following.isPresent()) {
      source.head = following.get();
      byTime.add(source);
    }
    return Optional.of(
        new Sighting(
            id, packet.direction().isPresent() ? packet.direction() : source.direction, packet));
  }

  private Optional<RecordedPacket> following(CaptureReader reader) {
    try {
      return reader.next();
    } catch (CaptureCutShortException e) {
      cutShort.accept(e);
      return Optional.empty();
    }
  }

  /** The interfaces of all packets so far, by number. */
  public List<TracedInterface> interfaces() {
    return Collections.unmodifiableList(interfaces);
  }

  /** Names for IPv4 addresses that the files have given so far. */
  public Map<Integer, String> hostNames() {
    Map<Integer, String> names = new HashMap<>();
    sources.forEach(source -> source.reader.hostNames().forEach(names::putIfAbsent));
    return names;
  }

  /** The name of an IPv4 address, if a file has given it so far. */
  public Optional<String> hostName(int ipv4) {
    for (Source source : sources) {
      String name = source.reader.hostNames().get(ipv4);
      if (name != null) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  private int interfaceOf(Source source, int local) {
    while (source.interfaces.size() <= local) {
      source.interfaces.add(-1);
    }
    int known = source.interfaces.get(local);
    if (known >= 0) {
      return known;
    }
    int id = describe(source, source.reader.interfaces().get(local));
    source.interfaces.set(local, id);
    return id;
  }

  private int describe(Source source, CaptureInterface described) {
    boolean half = described.name().isEmpty() && source.direction.isPresent();
    String own = described.name().isEmpty() ? source.stem : described.name();
    if (half) {
      // The two files of one interface, as simple_switch and 'smartt switch --pcap' write them.
      own = own.substring(0, own.lastIndexOf('_'));
      Integer other = directed.get(own);
      if (other != null) {
        return other;
      }
    }
    String name = own;
    for (int i = 1; byName.containsKey(name); i++) {
      name = source.stem + ":" + own + (i == 1 ? "" : "#" + i);
    }
    int id = interfaces.size();
    interfaces.add(new TracedInterface(id, name, described.rateBps()));
    byName.put(name, id);
    if (half) {
      directed.put(own, id);
    }
    return id;
  }

  @Override
  public void close() {
    sources.forEach(source -> source.reader.close());
  }

  /**
   * A packet at an interface of a set of captures.
   *
   * @param interfaceId number of the {@link TracedInterface}
   * @param direction which way it passed; empty if unknown
   * @param packet as its file has it
   */
  public record Sighting(int interfaceId, Optional<Direction> direction, RecordedPacket packet) {
    /** The packet with the direction, where only its file's name tells that. */
    public RecordedPacket seen() {
      return packet.direction().equals(direction) ? packet : packet.directed(direction);
    }
  }

  /**
   * An interface of a set of captures.
   *
   * @param id its number in the set
   * @param name its own, or that of its file, made different from all others of the set
   * @param rateBps bits per second; 0 if unknown
   */
  public record TracedInterface(int id, String name, long rateBps) {
    /**
     * The node that it belongs to: {@code s1} of {@code s1-eth3}; its own name if it has no dash.
     */
    public String node() {
      int dash = name.lastIndexOf('-');
      return dash > 0 ? name.substring(0, dash) : name;
    }
  }
}
