package io.smartt.emulation.tutorial;

import io.smartt.emulation.input.InputFile;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.netns.NetnsRequirement;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs an exercise of the p4lang tutorials from its folder, in virtual time or with real frames:
 * builds its network, programs its switches over P4Runtime, and checks what the exercise's own
 * scripts would show.
 */
public final class TutorialRun {
  private static final Pattern MAKEFILE_TOPOLOGY =
      Pattern.compile("(?m)^\\s*TOPO\\s*[:?]?=\\s*(\\S+)");
  private static final String PINGALL = "pingall\n";

  private final Optional<Path> script;
  private final Fabric fabric;
  private final long seed;

  /** Where an exercise runs. */
  public enum Fabric {
    /** In virtual time; needs nothing. */
    VIRTUAL,
    /** In Linux network namespaces; needs root. */
    NETNS
  }

  /**
   * What came of one topology of an exercise.
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
    /** Whether every check passed. */
    public boolean passed() {
      return results.stream().allMatch(CheckResult::passed);
    }
  }

  /**
   * With a script of checks; empty for the exercise's own, which for an unknown one is pingall.
   *
   * @param fabric where exercises run
   * @param seed of the programs' random numbers
   */
  public TutorialRun(Optional<Path> script, Fabric fabric, long seed) {
    this.script = script;
    this.fabric = fabric;
    this.seed = seed;
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
    try (ExerciseFabric network = build(exercise, folder);
        ExerciseController controller = new ExerciseController(exercise, network.devices())) {
      List<String> programmed = controller.program(onlyProgram(folder));
      List<String> programs = controller.programNames();
      Optional<String> known =
          programs.stream().filter(program -> own(program).isPresent()).findFirst();
      Optional<String> own = known.flatMap(TutorialRun::own);
      String checks =
          script
              .map(String::valueOf)
              .orElse(known.map(program -> program + ".checks").orElse("pingall"));
      String text = script.map(InputFile::text).orElse(own.orElse(PINGALL));
      List<CheckResult> results = CheckScript.run(network, checks, text);
      return new Outcome(
          name(folder),
          topology,
          String.join(", ", programs),
          programmed,
          checks,
          results,
          notes(exercise, network));
    }
  }

  private ExerciseFabric build(Exercise exercise, Path folder) {
    return switch (fabric) {
      case VIRTUAL -> new VirtualExercise(exercise, seed);
      case NETNS -> {
        NetnsRequirement.check();
        yield NetnsExercise.build(exercise, folder);
      }
    };
  }

  private static List<String> notes(Exercise exercise, ExerciseFabric network) {
    List<String> notes = new ArrayList<>(network.notes());
    exercise
        .switches()
        .forEach((name, spec) -> {
          if (spec.runtime().isEmpty()) {
            notes.add(
                name
                    + ": no runtime_json; what a controller of the exercise would write is missing");
          }
          if (spec.cliInput()) {
            notes.add(name + ": cli_input is for simple_switch_CLI and is left out");
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
    try (Stream<Path> children = Files.list(where)) {
      List<Path> found =
          children
              .map(child -> child.resolve("topology.json"))
              .filter(Files::exists)
              .sorted()
              .toList();
      if (!found.isEmpty()) {
        return found;
      }
    } catch (IOException e) {
      throw new UserInputException(where + ": cannot be read: " + e.getMessage(), e);
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

  /** What the Makefile would hand to switches without a runtime file: the only compiled program. */
  private static Optional<Path> onlyProgram(Path folder) {
    Path build = folder.resolve("build");
    if (!Files.isDirectory(build)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(build)) {
      List<Path> programs =
          files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
      return programs.size() == 1 ? Optional.of(programs.getFirst()) : Optional.empty();
    } catch (IOException e) {
      throw new UserInputException(build + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static Optional<String> own(String program) {
    if (!program.matches("[a-z0-9_]+")) {
      return Optional.empty();
    }
    try (InputStream in = TutorialRun.class.getResourceAsStream(program + ".checks")) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
