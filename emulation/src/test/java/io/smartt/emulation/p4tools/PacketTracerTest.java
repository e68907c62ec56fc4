package io.smartt.emulation.p4tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.smartt.emulation.p4tools.TraceText.PacketTracer;
import io.smartt.experiment.entries.EntriesFile;
import io.smartt.p4.bmv2.Bmv2Reader;
import io.smartt.p4.info.P4InfoFromBmv2;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.softswitch.explain.SwitchEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of {@link PacketTracer} on the switch program, and of how its events are written. */
class PacketTracerTest {
  /** To 10.0.0.2 with DSCP 10, ECT(0), UDP to the UET port. */
  private static final String DATA =
      "020000000001020000000003"
          + "0800"
          + "452a003c000000004011"
          + "6683"
          + "0a0000030a000002"
          + "c00112b900280000"
          + "1180"
          + "00".repeat(30);

  private final P4Program program = program();
  private final PacketTracer tracer = new PacketTracer(program);

  @AfterEach
  void stop() {
    tracer.close();
  }

  private static P4Program program() {
    try (InputStream in =
        PacketTracerTest.class.getResourceAsStream("/io/smartt/p4/programs/smartt.json")) {
      byte[] json = in.readAllBytes();
      var config = Bmv2Reader.read(json);
      return new P4Program(
          ByteString.copyFrom(json), config, P4InfoIndex.of(P4InfoFromBmv2.of(config)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<SwitchEvent> trace(String hex) {
    return tracer.trace(1, HexFormat.of().parseHex(hex));
  }

  private void route() {
    String text =
        """
        table_entry {
          table_id: %d
          match { field_id: 1 lpm { value: "\\x0a\\x00\\x00\\x00" prefix_len: 24 } }
          action { action_profile_action_set { action_profile_actions { weight: 1 action {
            action_id: %d
            params { param_id: 1 value: "\\x02" }
            params { param_id: 2 value: "\\x02\\x00\\x00\\x00\\x00\\x02" }
          } } } }
        }
        """
            .formatted(
                program.info().tables().named("ipv4_lpm").id(),
                program.info().actions().named("to_port").id());
    assertThat(tracer.write(EntriesFile.parse(text, "route"))).isEmpty();
  }

  private static <T extends TraceEvent> Stream<T> met(List<SwitchEvent> events, Class<T> kind) {
    return events.stream()
        .filter(SwitchEvent.Met.class::isInstance)
        .map(event -> ((SwitchEvent.Met) event).event())
        .filter(kind::isInstance)
        .map(kind::cast);
  }

  @Test
  void aChecksumOfAHeaderThatIsNotThereIsNotChecked() {
    List<SwitchEvent> events = trace("0200");

    assertThat(met(events, TraceEvent.ChecksumVerified.class)).isEmpty();
    assertThat(met(events, TraceEvent.ChecksumNotDue.class))
        .containsExactly(new TraceEvent.ChecksumNotDue("ipv4.hdr_checksum"));
  }

  @Test
  void aForwardedPacketIsFollowedFromParserToPort() {
    route();
    List<SwitchEvent> events = trace(DATA);

    assertThat(met(events, TraceEvent.ParserState.class).map(TraceEvent.ParserState::state))
        .containsExactly("start", "parse_ipv4", "parse_udp", "parse_pds");
    assertThat(met(events, TraceEvent.Extracted.class).map(TraceEvent.Extracted::header))
        .containsExactly("ethernet", "ipv4", "ports", "udp", "pds");
    assertThat(met(events, TraceEvent.ChecksumVerified.class))
        .containsExactly(new TraceEvent.ChecksumVerified("ipv4.hdr_checksum", true));
    assertThat(met(events, TraceEvent.Lookup.class).filter(l -> l.entry().isPresent()))
        .singleElement()
        .satisfies(lookup -> assertThat(lookup.table()).isEqualTo("ingress.ipv4_lpm"));
    assertThat(met(events, TraceEvent.Step.class).flatMap(s -> s.changes().stream()))
        .anySatisfy(change -> {
          assertThat(change.field()).isEqualTo("ipv4.ttl");
          assertThat(change.before().value().intValue()).isEqualTo(64);
          assertThat(change.after().value().intValue()).isEqualTo(63);
        });
    assertThat(events.getLast())
        .isInstanceOfSatisfying(
            SwitchEvent.Sent.class,
            sent -> {
              assertThat(sent.port()).isEqualTo(2);
              assertThat(HexFormat.of().formatHex(sent.bytes().toByteArray()))
                  .startsWith("020000000002020000000001" + "0800" + "452a003c000000003f116783");
            });
  }

  @Test
  void aDroppedPacketSaysWhereAndWhy() {
    List<SwitchEvent> events = trace(DATA);

    assertThat(events.getLast())
        .isEqualTo(new SwitchEvent.Dropped(1, "ingress ended with egress_spec 511, the drop port"));
    assertThat(TraceText.of(events))
        .contains("table ingress.ipv4_lpm")
        .contains("miss")
        .contains("DROPPED   ingress ended with egress_spec 511");
  }

  @Test
  void aPacketThatIsTooShortShowsTheParsersError() {
    List<SwitchEvent> events = trace("0102");

    assertThat(met(events, TraceEvent.ParserEnded.class))
        .containsExactly(new TraceEvent.ParserEnded("PacketTooShort", 0));
  }

  @Test
  void theTextIsForReading() {
    route();
    String text = TraceText.of(trace(DATA));

    assertThat(text.lines())
        .startsWith("packet of 74 bytes into port 1", "  parser    state start")
        .contains(
            "              key hdr.ipv4.dst_addr = 10.0.0.2",
            "  queue     port 2, priority 0",
            "  SENT      port 2, 74 bytes")
        // With the line of the P4 source.
        .anyMatch(line -> line.matches(" {14}ipv4\\.ttl: 64 -> 63 {2}\\[\\w+\\.p4:\\d+]"));
    assertThat(text.lines()).allMatch(line -> line.length() <= 120);
  }

  @Test
  void eachTraceIsOfOnePacketAlone() {
    route();
    List<SwitchEvent> first = trace(DATA);

    assertThat(TraceText.of(trace(DATA))).isEqualTo(TraceText.of(first));
  }

  @Test
  void theJsonHasTheSameEventsInOrder() throws IOException {
    route();
    List<SwitchEvent> events = trace(DATA);
    var json = new com.fasterxml.jackson.databind.ObjectMapper().readTree(TraceJson.of(events));

    assertThat(json.path("events")).hasSize(events.size());
    assertThat(json.at("/events/0/event").asText()).isEqualTo("ingress");
    assertThat(json.path("events").findValuesAsText("table"))
        .contains("ingress.ipv4_lpm", "egress.red_profile");
    assertThat(json.path("events").findValuesAsText("packet")).hasSize(1);
    assertThat(json.path("events").findValuesAsText("source"))
        .isNotEmpty()
        .allMatch(place -> place.matches("\\w+\\.p4:\\d+"));
  }
}
