package io.smartt.p4.info;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo.MatchFieldInfo;
import io.smartt.p4.info.P4InfoReader.InvalidP4InfoException;
import io.smartt.p4.pipeline.PipelineControl.UnknownNameException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.p4.config.v1.P4Info;

/** Tests of {@link P4InfoIndex}. */
class P4InfoIndexTest {
  private final P4InfoIndex everything = load("everything.p4info.txtpb");
  private final P4InfoIndex ecn = load("ecn.p4info.txtpb");

  @Test
  void aTableAnswersToFullNameAliasSuffixAndId() {
    TableInfo table = ecn.tables().withId(37375156);

    assertThat(ecn.tables().named("MyIngress.ipv4_lpm")).isSameAs(table);
    assertThat(ecn.tables().named("ipv4_lpm")).isSameAs(table);
    assertThat(table.name()).isEqualTo("MyIngress.ipv4_lpm");
    assertThat(table.matchFields().named("ipv4.dstAddr"))
        .isEqualTo(
            new MatchFieldInfo(
                1, "hdr.ipv4.dstAddr", 32, MatchFieldInfo.MatchKind.LPM, Optional.empty()));
    assertThat(table.size()).isEqualTo(1024);
    assertThat(table.needsPriority()).isFalse();
  }

  @Test
  void actionsOfTheTableAreResolvedWithTheirParameters() {
    TableInfo.ActionRefInfo forward =
        ecn.tables().named("ipv4_lpm").actionRefs().named("ipv4_forward");

    assertThat(forward.action().params().names()).containsExactly("dstAddr", "port");
    assertThat(forward.action().params().named("port").width()).isEqualTo(9);
    assertThat(ecn.tables().named("ipv4_lpm").defaultAction().initial().orElseThrow().name())
        .isEqualTo("NoAction");
  }

  @Test
  void anExactAliasWinsOverASuffixOfAnother() {
    assertThat(everything.tables().named("acl").name()).isEqualTo("ingress.acl");
    assertThat(everything.tables().named("egress_acl").name()).isEqualTo("egress.acl");
  }

  @Test
  void aSuffixOfTwoIsRefusedNamingBoth() {
    P4InfoIndex two =
        parse(
            """
            tables { preamble { id: 1 name: "a.b.t" alias: "b.t" } }
            tables { preamble { id: 2 name: "a.c.t" alias: "c.t" } }
            """);

    assertThatThrownBy(() -> two.tables().named("t"))
        .isInstanceOf(UnknownNameException.class)
        .hasMessage("table name 't' is ambiguous: a.b.t, a.c.t");
    assertThat(two.tables().named("c.t").id()).isEqualTo(2);
  }

  @Test
  void anUnknownNameOffersNearOnes() {
    assertThatThrownBy(() -> ecn.tables().named("ipv4_lmp"))
        .isInstanceOf(UnknownNameException.class)
        .hasMessage("no table named 'ipv4_lmp'; did you mean MyIngress.ipv4_lpm?");
    assertThatThrownBy(() -> ecn.actions().named("quite_something_else"))
        .hasMessageContaining("there is NoAction, MyIngress.drop");
    assertThatThrownBy(() -> ecn.counters().named("x"))
        .hasMessage("no counter named 'x'; the program has none");
    assertThatThrownBy(() ->
            everything
                .tables()
                .named("ingress.acl")
                .actionRefs()
                .named("drop")
                .action()
                .params()
                .named("port"))
        .hasMessage("no parameter of action ingress.drop named 'port'; the program has none");
    assertThatThrownBy(() -> ecn.tables().withId(7))
        .hasMessage("no table with id 7; there is MyIngress.ipv4_lpm");
  }

  @Test
  void everyPropertyOfATableIsThere() {
    TableInfo acl = everything.tables().named("ingress.acl");

    assertThat(acl.matchFields().stream().map(MatchFieldInfo::kind))
        .containsExactly(
            MatchFieldInfo.MatchKind.TERNARY,
            MatchFieldInfo.MatchKind.RANGE,
            MatchFieldInfo.MatchKind.OPTIONAL,
            MatchFieldInfo.MatchKind.EXACT,
            MatchFieldInfo.MatchKind.OTHER);
    assertThat(acl.matchFields().named("port_name").width()).isZero();
    assertThat(acl.matchFields().named("port_name").typeName()).contains("port_name_t");
    assertThat(acl.needsPriority()).isTrue();
    assertThat(acl.perEntry().idleTimeout()).isTrue();
    assertThat(acl.perEntry().counter().orElseThrow().name()).isEqualTo("ingress.acl_hits");
    assertThat(acl.perEntry().meter().orElseThrow().directTableId()).hasValue(acl.id());
    assertThat(acl.defaultAction().constant().orElseThrow().name()).isEqualTo("ingress.drop");
    assertThat(acl.actionRefs().named("to_port").allowedAsDefault()).isFalse();
    assertThat(acl.actionRefs().named("drop").allowedInEntry()).isFalse();

    TableInfo constant = everything.tables().named("egress.acl");
    assertThat(constant.given()).isEqualTo(P4InfoIndex.TableInfo.GivenEntries.CONSTANT);
    assertThat(constant.keyless()).isTrue();
    P4InfoIndex.ActionProfileInfo ecmp = constant.implementation().orElseThrow();
    assertThat(ecmp.withSelector()).isTrue();
    assertThat(ecmp.maxGroupSize()).isEqualTo(64);
    assertThat(ecmp.sizeSemantics())
        .isEqualTo(P4InfoIndex.ActionProfileInfo.SizeSemantics.SUM_OF_MEMBERS);
    assertThat(ecmp.maxMemberWeight()).hasValue(7);
  }

  @Test
  void everyOtherKindIsThere() {
    P4InfoIndex.CounterInfo trims = everything.counters().named("trims");
    assertThat(trims.size()).isEqualTo(512);
    assertThat(trims.directTableId()).isEmpty();
    assertThat(everything.meters().named("policer").type())
        .isEqualTo(P4InfoIndex.MeterInfo.Type.SINGLE_RATE_TWO_COLOR);
    assertThat(everything.registers().named("occupancy").width()).hasValue(19);
    assertThat(everything.registers().named("balance").signed()).isTrue();
    assertThat(everything.valueSets().named("uet_ports").matchFields().names())
        .containsExactly("dst_port", "#2", "#3");
    assertThat(everything.digests().named("learn_t").type().getStruct().getName())
        .isEqualTo("learn_t");
    assertThat(everything.controllerHeaders().named("packet_in").metadata().withId(2).name())
        .isEqualTo("_pad");
    assertThat(load("issue1814-1-bmv2.p4info.txtpb").registers().named("testRegister").size())
        .isEqualTo(1);
  }

  @Test
  void aDanglingReferenceIsRefused() {
    assertThatThrownBy(() ->
            parse(
                "tables { preamble { id: 1 name: \"t\" } match_fields {id: 1 name: \"f\"}"
                    + " action_refs { id: 9 } }"))
        .isInstanceOf(InvalidP4InfoException.class)
        .hasMessage("table t refers to id 9, which P4Info does not define");
  }

  @Test
  void twoObjectsWithOneIdAreRefused() {
    assertThatThrownBy(() ->
            parse(
                "actions { preamble { id: 1 name: \"a\" } } actions { preamble { id: 1 name:"
                    + " \"b\" } }"))
        .isInstanceOf(InvalidP4InfoException.class)
        .hasMessage("action a and action b have the same id 1");
  }

  private static P4InfoIndex parse(String text) {
    return P4InfoIndex.of(P4InfoReader.parse(text.getBytes(UTF_8), "inline.txtpb"));
  }

  private static P4InfoIndex load(String resource) {
    return P4InfoIndex.of(read(resource));
  }

  static P4Info read(String resource) {
    try (InputStream in = P4InfoIndexTest.class.getResourceAsStream(resource)) {
      return P4InfoReader.parse(Objects.requireNonNull(in, resource).readAllBytes(), resource);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
