package io.smartt.p4.info;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.bmv2.Bmv2Reader;
import io.smartt.p4.info.P4InfoIndex.ActionInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo.MatchFieldInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.p4.config.v1.DirectMeter;
import org.p4.config.v1.Meter;
import org.p4.config.v1.MeterSpec;

/** What is worked out from the JSON against what the compiler says itself. */
class P4InfoFromBmv2Test {
  @ParameterizedTest
  @MethodSource("programs")
  void tablesAreTheCompilers(Path json) throws IOException {
    P4InfoIndex derived = derived(Files.readAllBytes(json));
    P4InfoIndex compilers =
        P4InfoIndex.of(
            P4InfoReader.parse(Files.readAllBytes(p4info(json)), p4info(json).toString()));

    // The optimiser takes tables away that no packet reaches; the JSON knows nothing of those.
    assertThat(compilers.tables().names()).containsAll(derived.tables().names());
    for (TableInfo table : derived.tables()) {
      TableInfo expected = compilers.tables().named(table.name());
      assertThat(table.id()).isEqualTo(expected.id());
      assertThat(table.alias()).isEqualTo(expected.alias());
      assertThat(keys(table, expected)).isEqualTo(keys(expected, expected));
      assertThat(table.actionRefs().names())
          .containsExactlyInAnyOrderElementsOf(expected.actionRefs().names());
      assertThat(name(table.defaultAction().initial()))
          .isEqualTo(name(expected.defaultAction().initial()));
      assertThat(table.given()).isEqualTo(expected.given());
      assertThat(table.perEntry().idleTimeout()).isEqualTo(expected.perEntry().idleTimeout());
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void idsOfActionsCountersAndRegistersAreTheCompilers(Path json) throws IOException {
    P4InfoIndex derived = derived(Files.readAllBytes(json));
    P4InfoIndex compilers =
        P4InfoIndex.of(
            P4InfoReader.parse(Files.readAllBytes(p4info(json)), p4info(json).toString()));

    for (ActionInfo action : derived.actions()) {
      ActionInfo expected = compilers.actions().named(action.name());
      assertThat(action.id()).isEqualTo(expected.id());
      assertThat(action.alias()).isEqualTo(expected.alias());
      assertThat(action.params().all()).isEqualTo(expected.params().all());
    }
    for (P4InfoIndex.CounterInfo counter : derived.counters()) {
      assertThat(counter.id()).isEqualTo(compilers.counters().named(counter.name()).id());
    }
    for (P4InfoIndex.RegisterInfo register : derived.registers()) {
      assertThat(register).isEqualTo(compilers.registers().named(register.name()));
    }
  }

  @Test
  void theSwitchProgramsP4InfoIsTheCompilersButForAnnotations() {
    P4InfoIndex derived = derived(resource("/io/smartt/p4/programs/smartt.json"));
    P4InfoIndex compilers =
        P4InfoIndex.of(
            P4InfoReader.parse(
                resource("/io/smartt/p4/programs/smartt.p4info.txtpb"), "smartt.p4info.txtpb"));

    assertThat(derived.tables().names())
        .containsExactlyInAnyOrderElementsOf(compilers.tables().names());
    assertThat(derived.actionProfiles().all()).isEqualTo(compilers.actionProfiles().all());
    assertThat(derived.counters().all()).isEqualTo(compilers.counters().all());
    assertThat(derived.registers().all()).isEqualTo(compilers.registers().all());
    assertThat(derived.actions().names())
        .containsExactlyInAnyOrderElementsOf(compilers.actions().names());
    TableInfo route = derived.tables().named("ipv4_lpm");
    assertThat(route.implementation()).contains(compilers.actionProfiles().named("ecmp"));
    assertThat(route.size()).isEqualTo(16384);
    assertThat(route.matchFields().all().getFirst())
        .isEqualTo(
            new MatchFieldInfo(
                1, "hdr.ipv4.dst_addr", 32, MatchFieldInfo.MatchKind.LPM, Optional.empty()));
  }

  @Test
  void directResourcesMetersDigestsAndValueSetsComeWithTheirTables() {
    P4InfoIndex info = derived(resource("/programs/externs.json"));

    assertThat(info.meters().all()).isNotEmpty();
    assertThat(
            Stream.concat(
                info.message().getMetersList().stream().map(Meter::getSpec),
                info.message().getDirectMetersList().stream().map(DirectMeter::getSpec)))
        .extracting(MeterSpec::getUnit)
        .isSubsetOf(MeterSpec.Unit.BYTES, MeterSpec.Unit.PACKETS);
    assertThat(info.digests().all()).isNotEmpty();
    for (P4InfoIndex.DigestInfo digest : info.digests()) {
      assertThat(info.message().getTypeInfo().getStructsMap())
          .containsKey(digest.type().getStruct().getName());
    }
    for (P4InfoIndex.CounterInfo counter : info.counters()) {
      counter
          .directTableId()
          .ifPresent(
              id -> assertThat(info.tables().withId(id).perEntry().counter()).contains(counter));
    }
  }

  @Test
  void namesOfOneHashGetDifferentIds() {
    P4InfoFromBmv2.P4Ids ids = new P4InfoFromBmv2.P4Ids();
    int first = ids.of(org.p4.config.v1.P4Ids.Prefix.ACTION, "NoAction");

    assertThat(first).isEqualTo(21257015);
    assertThat(ids.of(org.p4.config.v1.P4Ids.Prefix.ACTION, "NoAction")).isEqualTo(first);
    assertThat(ids.of(org.p4.config.v1.P4Ids.Prefix.TABLE, "NoAction") >>> 24).isEqualTo(2);
  }

  static Stream<Path> programs() throws IOException, URISyntaxException {
    Path folder = Path.of(P4InfoFromBmv2Test.class.getResource("/stf").toURI());
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList().stream();
    }
  }

  private static Path p4info(Path json) {
    return json.resolveSibling(json.getFileName().toString().replace(".json", ".p4info.txtpb"));
  }

  private static P4InfoIndex derived(byte[] json) {
    return P4InfoIndex.of(P4InfoFromBmv2.of(Bmv2Reader.read(json)));
  }

  /**
   * BMv2 has no optional match, it is a ternary one there; and p4c's P4Info gives a key of type
   * {@code error} no width.
   */
  private static List<String> keys(TableInfo table, TableInfo compilers) {
    return table.matchFields().stream()
        .map(field ->
            "%d %s %d %s"
                .formatted(
                    field.id(),
                    field.name(),
                    compilers.matchFields().withId(field.id()).width() == 0 ? 0 : field.width(),
                    field.kind() == MatchFieldInfo.MatchKind.OPTIONAL
                        ? MatchFieldInfo.MatchKind.TERNARY
                        : field.kind()))
        .toList();
  }

  private static Optional<String> name(Optional<ActionInfo> action) {
    return action.map(ActionInfo::name);
  }

  private static byte[] resource(String name) {
    try (InputStream in = P4InfoFromBmv2Test.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
