package io.smartt.emulation.tutorial;

import module java.base;

import io.smartt.base.input.FileErrors;
import io.smartt.base.input.FolderTree;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.PackedText;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.tutorial.ExerciseController.ExerciseServers;
import io.smartt.experiment.endhost.EndHost;
import io.smartt.experiment.exercise.Exercise;
import io.smartt.experiment.exercise.ExerciseFabric;
import io.smartt.softswitch.EmbeddedDevice;

/**
 * Runs an exercise of the p4lang tutorials from its folder, in virtual time or with real frames:
 * builds its network, programs its switches over P4Runtime, and checks what the exercise's own
 * scripts would show.
 */
public final class TutorialRun {
  private static final Pattern MAKEFILE_TOPOLOGY =
      Pattern.compile("(?m)^\\s*TOPO\\s*[:?]?=\\s*(\\S+)");
  private static final String PINGALL = "pingall\n";

  private static final long RETRY_PS = 500_000_000_000L;
  private static final long CONTROLLER_S = 60;

  private final TutorialSettings settings;

  /**
   * The result of one topology of an exercise.
   *
   * @param exercise name of its folder
   * @param topology its file
   * @param program names of the programs, in the order of the switches
   * @param programmed what was written, a line a switch
   * @param checks where the checks come from
   * @param results of the checks, in order
   * @param notes what was left out and why
   */
  public record Outcome(
      String exercise,
      Path topology,
      String program,
      List<String> programmed,
      String checks,
      List<CheckResult> results,
      List<String> notes) {
    /** Returns whether every check passed. */
    public boolean passed() {
      return results.stream().allMatch(CheckResult::passed);
    }
  }

  /** Creates a run with these settings. */
  public TutorialRun(TutorialSettings settings) {
    this.settings = settings;
  }

  /**
   * Runs an exercise.
   *
   * @param where its folder, a folder of it with a topology, or a topology file
   * @return what came of it, for each of its topologies
   * @throws UserInputException if it is no exercise or one of its files is not right
   */
  public List<Outcome> run(Path where) {
    return topologies(where).stream().map(this::runTopology).toList();
  }

  private Outcome runTopology(Path topology) {
    Exercise exercise = Exercise.read(topology);
    Path folder = folder(topology);
    boolean controlled = settings.controller().isPresent();
    try (ExerciseFabric network = build(exercise, folder);
        ExerciseServers servers = new ExerciseServers(network.devices())) {
      ExerciseController controller = new ExerciseController(exercise, servers, network);
      List<String> programmed = controller.program(onlyProgram(folder), controlled);
      List<String> programs = controller.programNames();
      Checks checks = checks(programs);
      List<String> notes = notes(exercise, network);
      List<CheckResult> results;
      if (controlled) {
        servers.listen(network.controllerCalls());
        results = underOwnController(network, folder, checks, notes);
      } else {
        results = run(network, checks);
      }
      for (EmbeddedDevice device : network.devices()) {
        device
            .lostMessages()
            .filter(lost -> lost.total() > 0)
            .ifPresent(lost ->
                notes.add("device %d: no controller took %s".formatted(device.deviceId(), lost)));
      }
      return new Outcome(
          name(folder),
          topology,
          String.join(", ", programs),
          programmed,
          checks.from(),
          results,
          notes);
    }
  }

  private record Checks(String from, String text) {}

  private Checks checks(List<String> programs) {
    if (settings.checks().isPresent()) {
      Path script = settings.checks().get();
      return new Checks(script.toString(), InputFile.text(script));
    }
    for (String program : programs) {
      Optional<String> own = own(program);
      if (own.isPresent()) {
        return new Checks(program + ".checks", own.get());
      }
    }
    return new Checks("pingall", PINGALL);
  }

  private List<CheckResult> run(ExerciseFabric network, Checks checks) {
    return CheckScript.run(network, checks.from(), checks.text(), settings.interrupted());
  }

  /**
   * Starts the exercise's controller and tries the checks until they pass: nothing tells when it
   * has written all that it is going to. Checks that send begin anew each time; others see what was
   * received since it started.
   */
  private List<CheckResult> underOwnController(
      ExerciseFabric network, Path folder, Checks checks, List<String> notes) {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(CONTROLLER_S);
    String command = settings.controller().orElseThrow();
    try (OwnController own = OwnController.start(command, folder)) {
      while (network.devices().stream().noneMatch(EmbeddedDevice::hasProgram)
          && own.isRunning()
          && System.nanoTime() - endNs < 0
          && !settings.interrupted().getAsBoolean()) {
        network.pass(RETRY_PS);
      }
      while (true) {
        boolean last = !own.isRunning() || System.nanoTime() - endNs > 0;
        if (CheckScript.sends(checks.text())) {
          network.hosts().values().forEach(EndHost::forget);
        }
        List<CheckResult> results = run(network, checks);
        if (last || results.stream().allMatch(CheckResult::passed)) {
          own.failure().ifPresent(notes::add);
          return results;
        }
        network.pass(RETRY_PS);
      }
    }
  }

  private ExerciseFabric build(Exercise exercise, Path folder) {
    return settings
        .fabric()
        .build(exercise, folder, settings.seed(), settings.controller().isPresent());
  }

  private List<String> notes(Exercise exercise, ExerciseFabric network) {
    List<String> notes = new ArrayList<>(network.notes());
    exercise
        .switches()
        .forEach((name, spec) -> {
          if (spec.runtime().isEmpty() && settings.controller().isEmpty()) {
            notes.add(
                name
                    + ": no runtime_json; name the exercise's own controller with --controller, if"
                    + " it has one");
          }
          if (spec.cliInput().isPresent()
              && spec.runtime().isEmpty()
              && settings.controller().isPresent()) {
            notes.add(name + ": cli_input is left out, since the controller programs the switch");
          }
        });
    return notes;
  }

  private static List<Path> topologies(Path where) {
    if (Files.isRegularFile(where)) {
      return List.of(where);
    }
    if (!Files.isDirectory(where)) {
      throw new UserInputException(where + ": no such folder");
    }
    Path own = where.resolve("topology.json");
    if (Files.exists(own)) {
      return List.of(own);
    }
    Path makefile = where.resolve("Makefile");
    if (Files.exists(makefile)) {
      Matcher named = MAKEFILE_TOPOLOGY.matcher(InputFile.text(makefile));
      if (named.find() && Files.exists(where.resolve(named.group(1)))) {
        return List.of(where.resolve(named.group(1)));
      }
    }
    List<Path> found =
        children(where).map(child -> child.resolve("topology.json")).filter(Files::exists).toList();
    if (!found.isEmpty()) {
      return found;
    }
    throw new UserInputException(
        where + ": has no topology.json, nor has a folder in it; name an exercise's folder");
  }

  /** The exercise's folder: the topology's, or the one above it where that has the build. */
  private static Path folder(Path topology) {
    Path beside = Optional.ofNullable(topology.toAbsolutePath().getParent()).orElseThrow();
    return Files.isDirectory(beside.resolve("build"))
        ? beside
        : Optional.ofNullable(beside.getParent())
            .filter(above -> Files.isDirectory(above.resolve("build")))
            .orElse(beside);
  }

  private static String name(Path folder) {
    return String.valueOf(folder.getFileName());
  }

  /**
   * Returns what the Makefile would hand to switches without a runtime file: the only compiled
   * program.
   */
  private static Optional<Path> onlyProgram(Path folder) {
    Path build = folder.resolve("build");
    if (!Files.isDirectory(build)) {
      return Optional.empty();
    }
    List<Path> programs =
        children(build).filter(file -> file.toString().endsWith(".json")).toList();
    return programs.size() == 1 ? Optional.of(programs.getFirst()) : Optional.empty();
  }

  private static Stream<Path> children(Path folder) {
    return FileErrors.input(folder + ": cannot be read")
        .get(() -> FolderTree.children(folder))
        .stream();
  }

  private static Optional<String> own(String program) {
    if (!program.matches("[a-z0-9_]+")) {
      return Optional.empty();
    }
    return PackedText.find(TutorialRun.class, program + ".checks");
  }

  /**
   * The settings with which exercises are run.
   *
   * @param checks a script of them; empty for the exercise's own, which for an unknown one is
   *     pingall
   * @param controller a shell command that programs switches in place of runtime files; empty for
   *     none
   * @param fabric builds the networks of exercises
   * @param seed of the programs' random numbers
   * @param interrupted asked between two steps: whether to stop
   */
  public record TutorialSettings(
      Optional<Path> checks,
      Optional<String> controller,
      ExerciseFabric.ExerciseBuilder fabric,
      long seed,
      BooleanSupplier interrupted) {}

  /**
   * The result of one check.
   *
   * @param check what was to happen, as the script has it
   * @param passed whether it did
   * @param detail what happened; empty where there is nothing to add
   */
  public record CheckResult(String check, boolean passed, String detail) {}
}
