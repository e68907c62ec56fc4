package io.smartt.experiment.journey;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.controller.address.Ipv4;
import io.smartt.experiment.journey.Journey.JourneyQuery;
import io.smartt.experiment.journey.Journey.PacketName;
import io.smartt.experiment.trace.analysis.CaptureSet;
import io.smartt.experiment.trace.analysis.CaptureSet.Sighting;
import io.smartt.experiment.trace.analysis.FrameView;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import org.jspecify.annotations.Nullable;

/** Follows a packet through captures: reads them once to find it, and once to gather its frames. */
public final class CaptureSearch {
  /** A frame is the same at two places if it is from here on: switches change what is before. */
  private static final int UNCHANGED = 34;

  private final Supplier<CaptureSet> captures;
  private final FrameView view = new FrameView();

  /**
   * Creates a search in captures.
   *
   * @param captures opens them
   */
  public CaptureSearch(Supplier<CaptureSet> captures) {
    this.captures = captures;
  }

  /**
   * The packet that a query means, and where it was seen; empty if the captures have none. A place
   * counts the packets of a flow that the captures have.
   *
   * @throws UserInputException if captures do not tell of such a packet
   */
  public Optional<CapturedJourney> of(JourneyQuery query) {
    return find(query).map(this::gather);
  }

  private Optional<PacketName> find(JourneyQuery query) {
    Set<PacketName> passed = new HashSet<>();
    try (CaptureSet set = captures.get()) {
      for (Optional<Sighting> next = set.next(); next.isPresent(); next = set.next()) {
        if (!view.read(next.get().packet()).isRequest()) {
          continue;
        }
        boolean meant =
            switch (query) {
              case JourneyQuery.ByNumber(var from, var to, var psn) ->
                  view.psn() == psn && isBetween(set, from, to);
              case JourneyQuery.ByPlace(var from, var to, var place) ->
                  isBetween(set, from, to) && passed.add(name()) && passed.size() == place;
              case JourneyQuery.First(var fate) -> had(fate);
            };
        if (meant) {
          return Optional.of(name());
        }
      }
    }
    return Optional.empty();
  }

  private boolean had(JourneyQuery.Fate fate) {
    return switch (fate) {
      case MARKED -> view.isCongestionExperienced();
      case TRIMMED -> view.kind() == FrameKind.TRIMMED;
      case RETRANSMITTED -> view.isSentAgain();
      case DROPPED, SLOWEST ->
          throw new UserInputException(
              "captures do not tell which packet was dropped or slowest;"
                  + " accepted are marked, trimmed and retransmitted, or a packet of a flow");
    };
  }

  private PacketName name() {
    return new PacketName(view.source(), view.destination(), view.sourcePdc(), view.psn());
  }

  private boolean isBetween(CaptureSet set, String from, String to) {
    return from.equals(host(set, view.source())) && to.equals(host(set, view.destination()));
  }

  private static String host(CaptureSet set, int ipv4) {
    return set.hostName(ipv4).orElseGet(() -> new Ipv4(ipv4).toString());
  }

  private CapturedJourney gather(PacketName name) {
    List<CapturedJourney.Seen> seen = new ArrayList<>();
    Answers answers = new Answers();
    try (CaptureSet set = captures.get()) {
      for (Optional<Sighting> next = set.next(); next.isPresent(); next = set.next()) {
        Sighting sighting = next.get();
        FrameKind kind = view.read(sighting.packet());
        boolean isPacket = kind.isRequest();
        if (isPacket ? name().equals(name) : isAnswer(kind, name) && answers.takes(sighting)) {
          CapturedJourney.Seen one = seen(set, sighting, kind);
          if (isPacket && (seen.isEmpty() || one.place().equals(seen.getFirst().place()))) {
            answers.await();
          }
          seen.add(one);
        }
      }
      return new CapturedJourney(
          name, host(set, name.source()), host(set, name.destination()), seen);
    }
  }

  private boolean isAnswer(FrameKind kind, PacketName name) {
    return (kind == FrameKind.ACK || kind == FrameKind.NACK)
        && view.source() == name.destination()
        && view.destination() == name.source()
        && view.answeredPdc() == name.connection()
        && view.answers(name.psn());
  }

  private CapturedJourney.Seen seen(CaptureSet set, Sighting sighting, FrameKind kind) {
    CaptureSet.TracedInterface place = set.interfaces().get(sighting.interfaceId());
    boolean isPacket = kind.isRequest();
    return new CapturedJourney.Seen(
        sighting.packet().timeNs(),
        place.node(),
        place.name(),
        sighting.direction(),
        kind,
        kind == FrameKind.TRIMMED
            ? Math.min(sighting.packet().bytes().length, view.wireBytes())
            : view.wireBytes(),
        view.entropy(),
        view.isCongestionExperienced(),
        isPacket && view.isSentAgain(),
        kind == FrameKind.NACK ? Optional.of(view.refusal()) : Optional.empty());
  }

  /**
   * The first answer to each transmission. Later ones answer it too, since they tell of all before.
   */
  private static final class Answers {
    private boolean awaited;
    private @Nullable ByteBuffer current;

    void await() {
      awaited = true;
    }

    boolean takes(Sighting sighting) {
      byte[] bytes = sighting.packet().bytes();
      ByteBuffer frame =
          ByteBuffer.wrap(
              Arrays.copyOfRange(bytes, Math.min(UNCHANGED, bytes.length), bytes.length));
      if (frame.equals(current)) {
        return true;
      }
      if (!awaited) {
        return false;
      }
      awaited = false;
      current = frame;
      return true;
    }
  }

  /**
   * The captured way of a packet: where it and its answers passed. What was between two of these
   * places is not known.
   *
   * @param from name or address of its sender
   * @param to name or address of its receiver
   * @param seen in the order of the stamps
   */
  public record CapturedJourney(PacketName packet, String from, String to, List<Seen> seen) {
    /** Copies the list. */
    public CapturedJourney {
      seen = List.copyOf(seen);
    }

    /**
     * A frame at a captured interface.
     *
     * @param timeNs since 1970, by the clock of that capture
     * @param node that the interface belongs to, as its name says
     * @param place name of the interface
     * @param direction empty where the capture does not say
     * @param kind data or trimmed; or what answers it
     * @param bytes on the wire; of a trimmed packet at most what was captured of it
     * @param marked whether it bears congestion experienced
     * @param again whether its sender says that it was sent before
     * @param refusal code of a NACK
     */
    public record Seen(
        long timeNs,
        String node,
        String place,
        Optional<Direction> direction,
        FrameKind kind,
        int bytes,
        int entropy,
        boolean marked,
        boolean again,
        Optional<Integer> refusal) {
      /** Returns whether it is the packet, and no answer. */
      public boolean isPacket() {
        return kind.isRequest();
      }
    }
  }
}
