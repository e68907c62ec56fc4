package io.smartt.controller.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import io.smartt.controller.fake.SmarttProgramInfo;
import io.smartt.p4.info.P4Bytes.OutOfRangeException;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl.UnknownNameException;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of {@link EntryBuilder} and {@link EntityCodec}. */
class EntryBuilderTest {
  private static final String NAMED =
      """
      tables {
        preamble { id: 5 name: "ports" }
        match_fields { id: 1 name: "port" match_type: EXACT type_name { name: "port_t" } }
        match_fields { id: 2 name: "lag" match_type: TERNARY type_name { name: "port_t" } }
        action_refs { id: 1 }
      }
      actions {
        preamble { id: 1 name: "move" }
        params { id: 1 name: "to" type_name { name: "port_t" } }
      }
      type_info { new_types { key: "port_t" value { translated_type { sdn_string { } } } } }
      """;

  private final P4InfoIndex info = SmarttProgramInfo.load();
  private final P4InfoIndex acl =
      P4InfoIndex.of(
          P4InfoReader.parse(
              """
              tables {
                preamble { id: 5 name: "acl" }
                match_fields { id: 1 name: "a" bitwidth: 8 match_type: TERNARY }
                match_fields { id: 2 name: "b" bitwidth: 16 match_type: RANGE }
                match_fields { id: 3 name: "c" bitwidth: 4 match_type: OPTIONAL }
                action_refs { id: 1 }
              }
              actions { preamble { id: 1 name: "permit" } }
              """
                  .getBytes(StandardCharsets.UTF_8),
              "acl.txtpb"));

  @Test
  void namesBecomeIdsAndValuesTheShortestBytes() throws TextFormat.ParseException {
    P4Entity entry =
        EntryBuilder.of(info, "ipv4_lpm")
            .lpm("dst_addr", FieldValue.parse("10.0.1.77"), 24)
            .group(7)
            .entry();

    assertThat(new EntityCodec(info).encode(entry))
        .isEqualTo(
            TextFormat.parse(
                """
                table_entry {
                  table_id: 43030458
                  match { field_id: 1 lpm { value: "\\n\\000\\001\\000" prefix_len: 24 } }
                  action { action_profile_group_id: 7 }
                }
                """,
                org.p4.v1.Entity.class));
  }

  @Test
  void argumentsAreGivenByNameInAnyOrder() {
    P4Entity.Entry entry =
        EntryBuilder.of(info, "egress.red_profile")
            .exact("egress_port", 3)
            .exact("standard_metadata.priority", 1)
            .action(
                "mark_between", Map.of("kmax", FieldValue.of(80), "kmin", FieldValue.parse("20")))
            .entry();

    assertThat(entry.entry())
        .isEqualTo(
            TableEntry.of(
                "egress.red_profile",
                List.of(new MatchValue.Exact(Bits.of(3, 9)), new MatchValue.Exact(Bits.of(1, 3))),
                0,
                new EntryTarget.ActionCall(
                    "egress.mark_between", List.of(Bits.of(20, 32), Bits.of(80, 32)))));
  }

  @Test
  void dontCaresAreLeftOutHoweverTheyAreSpelt() {
    EntryBuilder builder =
        EntryBuilder.of(acl, "acl")
            .ternary("a", FieldValue.of(0xff), FieldValue.of(0))
            .range("b", FieldValue.of(0), FieldValue.of(0xffff))
            .priority(10)
            .action("permit", Map.of());

    assertThat(builder.entry().entry().key())
        .containsExactly(new MatchValue.Any(), new MatchValue.Any(), new MatchValue.Any());
    assertThat(new EntityCodec(acl).encode(builder.entry()).getTableEntry().getMatchList())
        .isEmpty();
  }

  @Test
  void everyKindOfMatchComesBackAsItWasWritten() {
    EntityCodec codec = new EntityCodec(acl);
    P4Entity.Entry entry =
        EntryBuilder.of(acl, "acl")
            .ternary("a", FieldValue.of(0x5f), FieldValue.of(0x0f))
            .range("b", FieldValue.of(10), FieldValue.of(20))
            .optional("c", FieldValue.of(3))
            .priority(1)
            .action("permit", Map.of())
            .entry();

    assertThat(entry.entry().key().getFirst())
        .isEqualTo(new MatchValue.Ternary(Bits.of(0x0f, 8), Bits.of(0x0f, 8)));
    assertThat(codec.decode(codec.encode(entry).getTableEntry())).isEqualTo(entry.entry());
  }

  @Test
  void stringsGoOutAsTheyAreWritten() {
    P4InfoIndex named =
        P4InfoIndex.of(P4InfoReader.parse(NAMED.getBytes(StandardCharsets.UTF_8), "named"));
    EntityCodec codec = new EntityCodec(named);
    for (String name : List.of("Ethernet0", "7", "")) {
      P4Entity.Entry entry =
          EntryBuilder.of(named, "ports")
              .exact("port", FieldValue.named(name))
              .priority(1)
              .action("move", Map.of("to", FieldValue.named("\0" + name)))
              .entry();

      org.p4.v1.TableEntry message = codec.encode(entry).getTableEntry();

      assertThat(message.getMatch(0).getExact().getValue().toStringUtf8()).isEqualTo(name);
      assertThat(message.getAction().getAction().getParams(0).getValue().toStringUtf8())
          .isEqualTo("\0" + name);
      assertThat(codec.decode(message)).isEqualTo(entry.entry());
      assertThat(new EntityNames(named).describe(codec.encode(entry)))
          .isEqualTo("ports[port='%s', priority 1] -> move(to='\0%s')".formatted(name, name));
    }
    assertThat(EntryBuilder.of(named, "ports").exact("port", 3).priority(1))
        .extracting(builder -> builder.action("move", Map.of("to", FieldValue.of(4))).entry())
        .extracting(entry -> codec.encode(entry).getTableEntry().getMatch(0).getExact().getValue())
        .isEqualTo(ByteString.copyFromUtf8("3"));
    assertThatThrownBy(() ->
            EntryBuilder.of(named, "ports").ternary("lag", FieldValue.of(1), FieldValue.of(1)))
        .hasMessage("ports[lag] takes a string, which P4Runtime does not match TERNARY");
    assertThatThrownBy(() -> EntryBuilder.of(acl, "acl").optional("c", FieldValue.named("x")))
        .hasMessageStartingWith("acl[c] = 'x': takes a number of ");
  }

  @Test
  void aDefaultEntryHasNoKey() {
    P4Entity.DefaultEntry entry =
        EntryBuilder.of(info, "ecmp_salt")
            .action("set_salt", Map.of("salt", FieldValue.of(5)))
            .defaultEntry();

    assertThat(new EntityCodec(info).encode(entry).getTableEntry().getIsDefaultAction()).isTrue();
  }

  @Test
  void mistakesNameTableFieldAndValue() {
    EntryBuilder lpm = EntryBuilder.of(info, "ipv4_lpm");

    assertThatThrownBy(() -> lpm.lpm("dst_adr", FieldValue.parse("10.0.0.1"), 32))
        .isInstanceOf(UnknownNameException.class)
        .hasMessage(
            "no match field of table ingress.ipv4_lpm named 'dst_adr'; did you mean"
                + " hdr.ipv4.dst_addr?");
    assertThatThrownBy(() -> lpm.lpm("dst_addr", FieldValue.parse("10.0.0.1"), 33))
        .hasMessage("ingress.ipv4_lpm[hdr.ipv4.dst_addr] has a prefix length of 0 to 32, not 33");
    assertThatThrownBy(() -> lpm.exact("dst_addr", 1))
        .hasMessage("ingress.ipv4_lpm[hdr.ipv4.dst_addr] is matched LPM, not EXACT");
    assertThatThrownBy(() -> EntryBuilder.of(info, "trim_limit").exact("egress_spec", 512))
        .isInstanceOf(OutOfRangeException.class)
        .hasMessage("ingress.trim_limit[standard_metadata.egress_spec] = 512 does not fit bit<9>");
    assertThatThrownBy(() -> lpm.action("set_salt", Map.of()))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageStartingWith("no action of table ingress.ipv4_lpm named 'set_salt'");
    assertThatThrownBy(() -> lpm.action("to_port", Map.of("port", FieldValue.of(1))))
        .hasMessage("action ingress.to_port needs dst_mac");
    assertThatThrownBy(lpm::entry).hasMessage("entry of ingress.ipv4_lpm has no action");
    assertThatThrownBy(() -> lpm.group(1).priority(3).entry())
        .hasMessage("table ingress.ipv4_lpm takes no priority");
    assertThatThrownBy(() -> EntryBuilder.of(acl, "acl").action("permit", Map.of()).entry())
        .hasMessage("table acl needs a priority above 0");
    assertThatThrownBy(() -> EntryBuilder.of(info, "trim_limit").group(1).entry())
        .hasMessage("ingress.trim_limit[standard_metadata.egress_spec] is exact and must be given");
    assertThatThrownBy(
            () -> EntryBuilder.of(acl, "acl").range("b", FieldValue.of(5), FieldValue.of(4)))
        .hasMessage("acl[b] has a range from 5 to 4, which is empty");
  }
}
