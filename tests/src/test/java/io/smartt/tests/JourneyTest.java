package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.trace.CaptureReader;
import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.base.trace.RecordedPacket;
import io.smartt.experiment.trace.analysis.FrameView;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code smartt journey} of one captured run, against the capture. */
class JourneyTest {
  /** Of a switch of the profile, which its capture does not count. */
  private static final long LATENCY_NS = 400;

  @TempDir private static Path folder;
  private static Path run;

  @BeforeAll
  static void run() {
    run = folder.resolve("run");
    assertThat(SmarttRun.of(run, "--workload", "incast:8x256KiB", "--capture").status()).isZero();
  }

  private static JsonNode journey(Path of, String... which) {
    List<String> arguments = new ArrayList<>(List.of("journey", of.toString(), "--json"));
    arguments.addAll(List.of(which));
    SmarttRun command = SmarttRun.command(arguments.toArray(String[]::new));
    assertThat(command.status()).as(command.err()).isZero();
    try {
      return new ObjectMapper().readTree(command.out());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<JsonNode> events(JsonNode journey, String kind) {
    return StreamSupport.stream(journey.get("events").spliterator(), false)
        .filter(event -> event.get("event").asText().equals(kind))
        .toList();
  }

  /** When the packet was somewhere, and whether it was cut by then. */
  private record Sighting(long timeNs, boolean cut) {}

  private static Sighting sighting(JsonNode event, long laterNs) {
    return new Sighting(
        event.get("timePs").asLong() / 1000 - laterNs, event.get("bytes").asInt() < 4096);
  }

  /** Where the capture has the packet of a journey, by direction. */
  private static List<Sighting> captured(JsonNode journey, Direction direction) {
    List<Sighting> sightings = new ArrayList<>();
    FrameView view = new FrameView();
    long startNs = -1;
    try (CaptureReader reader = CaptureReader.open(run.resolve("trace.pcapng"))) {
      for (Optional<RecordedPacket> next = reader.next(); next.isPresent(); next = reader.next()) {
        RecordedPacket packet = next.orElseThrow();
        startNs = startNs < 0 ? packet.timeNs() : startNs;
        FrameKind kind = view.read(packet);
        if ((kind == FrameKind.DATA || kind == FrameKind.TRIMMED)
            && Integer.toUnsignedLong(view.psn()) == journey.get("psn").asLong()
            && view.sourcePdc() == journey.get("connection").asInt()
            && name(reader, view.source()).equals(journey.get("from").asText())
            && packet.direction().orElseThrow() == direction) {
          sightings.add(new Sighting(packet.timeNs(), kind == FrameKind.TRIMMED));
        }
      }
    }
    return sightings;
  }

  private static String name(CaptureReader reader, int ipv4) {
    return reader.hostNames().getOrDefault(ipv4, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"trimmed", "marked", "retransmitted", "slowest"})
  void timesAndTrimsAreThoseOfTheCapture(String fate) {
    JsonNode journey = journey(run, "--first", fate);

    List<Sighting> left = new ArrayList<>();
    List<Sighting> arrived = new ArrayList<>();
    for (JsonNode event : journey.get("events")) {
      switch (event.get("event").asText()) {
        case "sent", "leftSwitch" -> left.add(sighting(event, 0));
        case "reached" -> arrived.add(sighting(event, 0));
        case "enteredSwitch" -> arrived.add(sighting(event, LATENCY_NS));
        default -> {}
      }
    }
    List<Sighting> outbound = captured(journey, Direction.OUTBOUND);
    List<Sighting> inbound = captured(journey, Direction.INBOUND);
    // Stamps of a capture begin at the wall clock of its run.
    long baseNs = outbound.getFirst().timeNs - left.getFirst().timeNs;
    assertThat(left).isEqualTo(since(outbound, baseNs));
    assertThat(arrived).isEqualTo(since(inbound, baseNs));
    assertThat(journey.get("whole").asBoolean()).isTrue();
  }

  /** What a capture shows of a packet is what happened to it. */
  @ParameterizedTest
  @ValueSource(strings = {"trimmed", "retransmitted"})
  void aCaptureHasTheSameWay(String fate) {
    JsonNode journey = journey(run, "--first", fate);
    JsonNode captured = journey(run.resolve("trace.pcapng"), "--first", fate);

    assertThat(captured.get("psn")).isEqualTo(journey.get("psn"));
    assertThat(captured.get("from")).isEqualTo(journey.get("from"));
    List<Long> sentPs = new ArrayList<>();
    List<String> answers = new ArrayList<>();
    for (JsonNode event : journey.get("events")) {
      switch (event.get("event").asText()) {
        case "sent", "leftSwitch" -> sentPs.add(event.get("timePs").asLong());
        case "answered" -> answers.add(event.get("kind").asText());
        default -> {}
      }
    }
    List<JsonNode> seen = StreamSupport.stream(captured.get("seen").spliterator(), false).toList();
    List<Long> sentNs =
        seen.stream()
            .filter(one -> one.get("direction").asText().equals("outbound"))
            .filter(one -> Set.of("data", "trimmed").contains(one.get("kind").asText()))
            .map(one -> one.get("timeNs").asLong() - seen.getFirst().get("timeNs").asLong())
            .toList();
    assertThat(sentNs)
        .isEqualTo(sentPs.stream().map(ps -> ps / 1000 - sentPs.getFirst() / 1000).toList());
    // Each answer is seen where the receiver sends it.
    String receiver = captured.get("to").asText() + "-eth0";
    assertThat(
            seen.stream()
                .filter(one -> one.get("interface").asText().equals(receiver))
                .filter(one -> one.get("direction").asText().equals("outbound"))
                .map(one -> one.get("kind").asText())
                .toList())
        .isEqualTo(answers);
  }

  @Test
  void aCaptureSaysWhatItDoesNotKnow() {
    String trace = run.resolve("trace.pcapng").toString();
    SmarttRun text = SmarttRun.command("journey", trace, "--first", "trimmed");
    assertThat(text.out())
        .contains("Captures have no tables, queues and windows")
        .containsPattern("leaf1-eth1 sends 64 B .*, TRIMMED from 4,170 B")
        .contains("h1-eth0 sends a NACK: trimmed");
    SmarttRun dropped = SmarttRun.command("journey", trace, "--first", "dropped");
    assertThat(dropped.status()).isEqualTo(2);
    assertThat(dropped.err()).contains("captures do not tell which packet was dropped");
    SmarttRun absent = SmarttRun.command("journey", trace, "--flow", "h99-h1", "--nth", "1");
    assertThat(absent.status()).isEqualTo(1);
    assertThat(absent.err()).contains("h99 sent fewer than 1 packets to h1 in ");
    SmarttRun full = SmarttRun.command("journey", trace, "--first", "trimmed", "--full");
    assertThat(full.status()).isEqualTo(2);
    assertThat(full.err()).contains("--full: captures have no steps of programs");
  }

  private static List<Sighting> since(List<Sighting> sightings, long baseNs) {
    return sightings.stream().map(each -> new Sighting(each.timeNs - baseNs, each.cut)).toList();
  }

  /** A packet that found an idle port was in a queue, too; it is over when its sender has heard. */
  @ParameterizedTest
  @ValueSource(strings = {"trimmed", "marked", "slowest"})
  void eachSwitchQueuesThePacketOnceAndTheSendersHearingIsTheEnd(String fate) {
    JsonNode journey = journey(run, "--first", fate);

    List<String> names =
        journey.get("events").findValuesAsText("event").stream()
            .filter(Set.of("enteredSwitch", "queued", "leftSwitch", "heard")::contains)
            .toList();
    assertThat(names).endsWith("leftSwitch", "heard");
    assertThat(String.join(" ", names)).matches("((enteredSwitch queued leftSwitch )+heard ?)+");
    List<JsonNode> queued = events(journey, "queued");
    List<JsonNode> left = events(journey, "leftSwitch");
    assertThat(left).hasSameSizeAs(queued);
    for (int i = 0; i < left.size(); i++) {
      JsonNode before = queued.get(i).get("before");
      JsonNode after = left.get(i).get("after");
      assertThat(after.get("port")).isEqualTo(before.get("port"));
      assertThat(after.get("queue")).isEqualTo(before.get("queue"));
      assertThat(left.get(i).get("waitedPs").asLong())
          .isEqualTo(left.get(i).get("timePs").asLong() - queued.get(i).get("timePs").asLong());
    }
  }

  @Test
  void aTrimmedPacketShowsTheTableThatCutItAndWhatTheWindowMadeOfIt() {
    JsonNode journey = journey(run, "--first", "trimmed");

    JsonNode cut =
        events(journey, "leftSwitch").stream()
            .filter(event -> event.has("trimmedFrom"))
            .findFirst()
            .orElseThrow();
    assertThat(cut.get("trimmedFrom").asInt()).isGreaterThan(4096);
    assertThat(cut.get("bytes").asInt()).isEqualTo(64);
    assertThat(events(journey, "lookup"))
        .anyMatch(event -> event.path("entry").asText().contains("ingress.trim_above"));
    assertThat(events(journey, "answered").getFirst().get("refusal").asText()).isEqualTo("trimmed");
    JsonNode heard = events(journey, "heard").getFirst();
    assertThat(heard.get("after").get("windowBytes").asLong())
        .isLessThan(heard.get("before").get("windowBytes").asLong());
    assertThat(events(journey, "sent").get(1).get("again").asBoolean()).isTrue();
  }

  @Test
  void aPacketIsFoundByItsPlaceAndByItsNumber() {
    JsonNode third = journey(run, "--flow", "h9-h1", "--nth", "3");

    JsonNode same = journey(run, "--flow", "h9-h1", "--psn", third.get("psn").asText());
    assertThat(same).isEqualTo(third);
    assertThat(third.get("from").asText()).isEqualTo("h9");
  }

  @Test
  void aPacketWithoutRoomIsDroppedAtTheQueueThatWasFull() {
    Path untrimmed = folder.resolve("untrimmed");
    SmarttRun.of(untrimmed, "--workload", "incast:8x256KiB", "--trimming", "off");

    JsonNode dropped = events(journey(untrimmed, "--first", "dropped"), "dropped").getFirst();

    assertThat(dropped.get("reason").asText()).isEqualTo("queueFull");
    assertThat(dropped.get("queue").get("depthBytes").asLong())
        .isPositive()
        .isEqualTo(dropped.get("queue").get("capacityBytes").asLong());
  }

  @Test
  void aPacketThatALinkLosesIsLostThere() {
    Path lossy = folder.resolve("lossy");
    SmarttRun.of(lossy, "--workload", "incast:3x256KiB", "--set", "link.loss=1");

    JsonNode journey = journey(lossy, "--first", "dropped");

    assertThat(events(journey, "lostOnLink")).isNotEmpty();
    assertThat(events(journey, "sent")).hasSizeGreaterThan(1);
    List<String> names = journey.get("events").findValuesAsText("event");
    assertThat(names.indexOf("lostOnLink")).isBetween(1, names.lastIndexOf("sent") - 1);
    assertThat(names).endsWith("heard");
    assertThat(journey.get("events").findValues("timePs").stream().map(JsonNode::asLong))
        .isSortedAccordingTo(Comparator.naturalOrder());
    assertThat(journey.get("whole").asBoolean()).isTrue();
  }

  @Test
  void textNamesSwitchQueueAndMark() {
    SmarttRun command = SmarttRun.command("journey", run.toString(), "--first", "marked");

    assertThat(command.out())
        .containsPattern("\\d us  \\S+ sends it by port \\d after .* MARKED \\(ECN CE\\)")
        .contains("table egress.red_profile")
        .contains("which says that it was marked");
  }

  @Test
  void whatIsNotThereIsSaid() {
    SmarttRun none = SmarttRun.command("journey", run.toString(), "--first", "dropped");
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err()).contains("no data packet of the run was dropped");

    SmarttRun host = SmarttRun.command("journey", run.toString(), "--flow", "h99-h1", "--psn", "1");
    assertThat(host.status()).isEqualTo(2);
    assertThat(host.err()).contains("--flow h99-h1: there is no host 'h99'; there are h1 to h16");

    SmarttRun fate = SmarttRun.command("journey", run.toString(), "--first", "eaten");
    assertThat(fate.err()).contains("--first eaten: accepted are marked, trimmed");

    SmarttRun folderless = SmarttRun.command("journey", "nowhere", "--first", "marked");
    assertThat(folderless.status()).isEqualTo(2);
    assertThat(folderless.err()).contains("nowhere");
  }
}
