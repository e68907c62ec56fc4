package io.smartt.tests;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which packages may not use which, and where a library may be used. What a module may use is in
 * {@link ModulesTest}; here are the rules inside of modules and for all of them.
 */
@Timeout(120)
class ArchitectureTest {
  /** Rooms of commands; none knows another, and what they share knows none. */
  private static final List<String> COMMANDS =
      List.of(
          "emulation.cli.containers",
          "emulation.cli.journey",
          "emulation.cli.lab",
          "emulation.cli.live",
          "emulation.cli.p4",
          "emulation.cli.run",
          "emulation.cli.scheme",
          "emulation.cli.testbed",
          "emulation.cli.trace",
          "switchd.command");

  private static final List<String> SHARED_BY_COMMANDS =
      List.of(
          "emulation.cli.experiment",
          "emulation.cli.progress",
          "emulation.cli.results",
          "switchd.console",
          "switchd.options");

  /** None knows another. They share {@code realtime} and {@code realtime.containers}. */
  private static final List<String> FABRICS =
      List.of("virtual", "virtual.dry", "realtime.netns", "realtime.docker", "testbed");

  private static final List<String> KNOW_NO_FABRIC =
      List.of(
          "base.trace",
          "emulation.shell",
          "emulation.tutorial",
          "experiment.endhost",
          "experiment.exercise",
          "view.live");

  /** The core: what everybody learns. */
  private static final List<String> CORE =
      List.of(
          "p4", "controller", "host", "base", "softswitch", "workload", "experiment", "virtual");

  /** Switches of vendors, their stand-ins, protocols of others, and sweeps over clusters. */
  private static final List<String> EXTENSIONS =
      List.of("testbed", "switchd.thrift", "realtime.bmv2", "view.gnmi", "study.sweep.cluster");

  /** Settings of a scheme or a process, and fields of a file's format. */
  private static final List<String> WIDE_RECORDS =
      List.of(
          "emulation.lab.Lab$LabFacts",
          "host.congestion.Dcqcn$Settings",
          "host.congestion.Smartt$Settings",
          "host.congestion.Swift$Settings",
          "host.transport.ReliabilitySettings",
          "host.transport.TransportSettings",
          "p4.bmv2.Bmv2Config",
          "p4.bmv2.TableDefinition",
          "study.bundle.BundleManifest",
          "switchd.process.SwitchRequest");

  /** Packages, each with those below it unless it ends in {@code !}, and what they may not use. */
  record Forbidden(String from, List<String> to) {}

  private static Stream<Forbidden> forbidden() {
    Stream.Builder<Forbidden> all = Stream.builder();
    all.add(new Forbidden("p4", List.of("controller", "host")));
    all.add(new Forbidden("controller", List.of("host")));
    all.add(new Forbidden("host", List.of("p4", "controller")));
    for (String part : CORE) {
      all.add(new Forbidden(part, EXTENSIONS));
    }
    for (String room : COMMANDS) {
      List<String> others =
          COMMANDS.stream().filter(other -> !other.equals(room)).collect(Collectors.toList());
      others.add("emulation.cli!");
      all.add(new Forbidden(room, others));
    }
    for (String shared : SHARED_BY_COMMANDS) {
      all.add(
          new Forbidden(
              shared, Stream.concat(COMMANDS.stream(), Stream.of("emulation.cli!")).toList()));
    }
    for (String fabric : FABRICS) {
      all.add(
          new Forbidden(
              itself(fabric),
              FABRICS.stream()
                  .filter(other -> !other.equals(fabric))
                  .map(ArchitectureTest::itself)
                  .toList()));
    }
    List<String> fabrics = List.of("virtual", "realtime.netns", "realtime.docker", "testbed");
    all.add(new Forbidden("realtime!", fabrics));
    all.add(new Forbidden("realtime.containers", fabrics));
    for (String room : KNOW_NO_FABRIC) {
      all.add(new Forbidden(room, List.of("virtual", "realtime", "testbed")));
    }
    return all.build();
  }

  /** Without the packages below: the dry fabric is below virtual, the stand-ins below testbed. */
  private static String itself(String fabric) {
    return fabric.equals("virtual") || fabric.equals("testbed") ? fabric + "!" : fabric;
  }

  /** A library, and the only packages that use it. */
  record Library(String name, List<String> users) {}

  private static Stream<Library> libraries() {
    return Stream.of(
        new Library("com.github.dockerjava", List.of("realtime.docker")),
        new Library("io.fabric8", List.of("study.sweep.cluster", "emulation.cli.run")),
        new Library("org.apache.thrift", List.of("switchd.thrift", "realtime.bmv2")),
        new Library("org.apache.parquet", List.of("view.export")),
        new Library("org.bouncycastle", List.of("certificates")),
        new Library("org.jline", List.of("emulation.cli.live")),
        new Library("org.knowm.xchart", List.of("study.plot")),
        new Library("org.apache.batik", List.of("study.plot")),
        new Library("org.yaml.snakeyaml", List.of("experiment.settings", "experiment.othertools")),
        new Library("org.pcap4j", List.of("host.capture")),
        new Library(
            "org.apache.commons.compress",
            List.of(
                "experiment.report",
                "realtime.containers",
                "realtime.image",
                "study.bundle",
                "study.sweep")),
        new Library("picocli", List.of("emulation", "switchd", "host.agent.daemon")),
        new Library("io.netty.handler.codec.http", List.of("view.live")));
  }

  private static JavaClasses classes;

  @BeforeAll
  static void importClasses() {
    classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.smartt");
  }

  /**
   * ArchUnit's pattern of a package of a table, with those below it unless it ends in {@code !}.
   */
  private static String pattern(String name) {
    return "io.smartt." + (name.endsWith("!") ? name.substring(0, name.length() - 1) : name + "..");
  }

  private static String[] patterns(List<String> names) {
    return names.stream().map(ArchitectureTest::pattern).toArray(String[]::new);
  }

  @ParameterizedTest
  @MethodSource("forbidden")
  void packagesDoNotUse(Forbidden rule) {
    noClasses()
        .that()
        .resideInAPackage(pattern(rule.from()))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(patterns(rule.to()))
        .check(classes);
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void aLibraryIsUsedWhereTheTableSays(Library library) {
    noClasses()
        .that()
        .resideOutsideOfPackages(patterns(library.users()))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library.name() + "..")
        .check(classes);
  }

  /** A rule about a package that is no more would hold for ever. */
  @Test
  void thePackagesOfTheTablesAreThere() {
    List<String> there = classes.stream().map(type -> type.getPackageName() + ".").toList();

    Stream.of(
            COMMANDS.stream(),
            SHARED_BY_COMMANDS.stream(),
            FABRICS.stream(),
            KNOW_NO_FABRIC.stream(),
            CORE.stream(),
            EXTENSIONS.stream(),
            forbidden().flatMap(rule -> Stream.concat(Stream.of(rule.from()), rule.to().stream())),
            libraries().flatMap(library -> library.users().stream()))
        .flatMap(names -> names)
        .distinct()
        .forEach(name ->
            assertThat(there)
                .as(name)
                .anyMatch(each -> each.startsWith("io.smartt." + name.replace("!", "") + ".")));
  }

  /** Down to the leaves: each package is a slice. */
  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.smartt.(**)").should().beFreeOfCycles().check(classes);
  }

  /** All of smartt-transport, so that the library pulls in nothing. */
  @Test
  void transportDependsOnTheJdkAlone() {
    DescribedPredicate<JavaClass> transport =
        DescribedPredicate.describe("are of smartt-transport", ArchitectureTest::ofTransport);
    classes()
        .that(transport)
        .should()
        .onlyDependOnClassesThat(transport.or(resideInAnyPackage("java..", "org.jspecify..")))
        .check(classes);
  }

  private static boolean ofTransport(JavaClass type) {
    return type.getBaseComponentType()
        .getSource()
        .map(source -> source.getUri().toString())
        .filter(uri ->
            uri.contains("/host-agent/transport/target/classes/")
                || uri.contains("/smartt-transport-"))
        .isPresent();
  }

  @Test
  void theTransportThePipelineAndTheEngineReadNoClockAndStartNoThread() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.smartt.host.congestion..",
            "io.smartt.host.pathing..",
            "io.smartt.host.transport..",
            "io.smartt.host.wire..",
            "io.smartt.p4.pipeline..",
            "io.smartt.virtual.simulation..",
            "io.smartt.base.topology..",
            "io.smartt.workload..")
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Thread.class, java.time.Clock.class, java.time.Instant.class)
        .check(classes);
  }

  /** So that all have the limits. */
  @Test
  void everyGrpcServerBeginsAtOnePlace() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.smartt.host.agent.daemon.LimitedServer")
        .and()
        .resideOutsideOfPackage("io.smartt.bench..")
        .should()
        .callMethodWhere(
            describe(
                "begin a server of gRPC",
                call ->
                    call.getName().matches("for(Address|Port)|newServerBuilder.*")
                        && call.getTargetOwner().getPackageName().startsWith("io.grpc")
                        && call.getTarget()
                            .resolveMember()
                            .map(method -> method.getRawReturnType())
                            .filter(type -> type.getSimpleName().contains("ServerBuilder"))
                            .isPresent()))
        .check(classes);
  }

  /**
   * More is a type in hiding, except where somebody else's format or a list of settings decides.
   */
  @Test
  void recordsHaveAtMostTenComponents() {
    assertThat(
            classes.stream()
                .filter(JavaClass::isRecord)
                .filter(type ->
                    type.getFields().stream()
                            .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                            .count()
                        > 10)
                .map(type -> type.getName().replaceFirst("^io[.]smartt[.]", "")))
        .containsExactlyInAnyOrderElementsOf(WIDE_RECORDS);
  }
}
