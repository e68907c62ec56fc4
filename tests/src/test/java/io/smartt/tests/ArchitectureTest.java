package io.smartt.tests;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The arrows between modules and packages. */
class ArchitectureTest {
  private static final String P4 = "io.smartt.p4..";
  private static final String CONTROLLER = "io.smartt.controller..";
  private static final String HOST = "io.smartt.host..";
  private static final String EMULATION = "io.smartt.emulation..";

  private static final String FABRIC = "io.smartt.emulation.fabric.";

  private static final String CLI = "io.smartt.emulation.cli.";
  private static final List<String> COMMANDS =
      List.of(
          "run",
          "live",
          "switches",
          "testbed",
          "containers",
          "p4",
          "trace",
          "scheme",
          "wireshark",
          "diff",
          "bundle",
          "lab");

  private static JavaClasses classes;

  @BeforeAll
  static void importClasses() {
    classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.smartt");
  }

  @Test
  void p4KnowsNobody() {
    noClasses()
        .that()
        .resideInAPackage(P4)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(CONTROLLER, HOST, EMULATION)
        .check(classes);
  }

  @Test
  void controllerKnowsOnlyP4() {
    noClasses()
        .that()
        .resideInAPackage(CONTROLLER)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(HOST, EMULATION)
        .check(classes);
  }

  @Test
  void hostAgentKnowsNobody() {
    noClasses()
        .that()
        .resideInAPackage(HOST)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(P4, CONTROLLER, EMULATION)
        .check(classes);
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

  /** Whether a class is of the module's folder, or of its jar. */
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
  void hostPackagesHaveNoCycles() {
    slices().matching("io.smartt.host.(*)..").should().beFreeOfCycles().check(classes);
  }

  @Test
  void emulationPackagesHaveNoCycles() {
    slices().matching("io.smartt.emulation.(**)").should().beFreeOfCycles().check(classes);
  }

  /** The rooms below {@code fabric}, but for those that several fabrics share. */
  private static List<String> fabrics() {
    return classes.stream()
        .map(type -> type.getPackageName())
        .filter(name -> name.startsWith(FABRIC))
        .map(name -> name.substring(FABRIC.length()).replaceFirst("\\..*", ""))
        .filter(name -> !name.equals("realtime") && !name.equals("containers"))
        .distinct()
        .toList();
  }

  /** Containers and real time are common ground of several fabrics. */
  @Test
  void noFabricKnowsAnother() {
    for (String fabric : fabrics()) {
      noClasses()
          .that()
          .resideInAPackage(FABRIC + fabric + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              fabrics().stream()
                  .filter(other -> !other.equals(fabric))
                  .map(other -> FABRIC + other + "..")
                  .toArray(String[]::new))
          .check(classes);
    }
  }

  /** Commands share text, console and options. */
  @Test
  void noRoomOfCommandsKnowsAnother() {
    for (String room : COMMANDS) {
      noClasses()
          .that()
          .resideInAPackage(CLI + room + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              Stream.concat(
                      Stream.of("io.smartt.emulation.cli"),
                      COMMANDS.stream()
                          .filter(other -> !other.equals(room))
                          .map(other -> CLI + other + ".."))
                  .toArray(String[]::new))
          .check(classes);
    }
  }

  @Test
  void whatCommandsShareKnowsNoCommand() {
    noClasses()
        .that()
        .resideInAnyPackage(CLI + "text..", CLI + "console..", CLI + "options..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            Stream.concat(
                    Stream.of("io.smartt.emulation.cli"),
                    COMMANDS.stream().map(room -> CLI + room + ".."))
                .toArray(String[]::new))
        .check(classes);
  }

  @Test
  void whatFabricsShareKnowsNoFabric() {
    noClasses()
        .that()
        .resideInAnyPackage(FABRIC + "realtime..", FABRIC + "containers..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            fabrics().stream().map(fabric -> FABRIC + fabric + "..").toArray(String[]::new))
        .check(classes);
  }

  @Test
  void tutorialsPagesAndRecordedTrafficKnowNoFabric() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.smartt.emulation.tutorial..",
            "io.smartt.view.live..",
            "io.smartt.experiment.exercise..",
            "io.smartt.experiment.endhost..",
            "io.smartt.emulation.shell..",
            "io.smartt.base.trace..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.smartt.emulation.fabric..")
        .check(classes);
  }

  @Test
  void onlyTheDockerFabricKnowsTheDockerLibrary() {
    noClasses()
        .that()
        .resideOutsideOfPackage(FABRIC + "docker..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.github.dockerjava..")
        .check(classes);
  }

  @Test
  void p4PackagesHaveNoCycles() {
    slices().matching("io.smartt.p4.(*)..").should().beFreeOfCycles().check(classes);
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
}
