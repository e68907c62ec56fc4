package io.smartt.study.compare.suite;

import module java.base;

import io.smartt.base.input.InputFile;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.study.compare.suite.FinishTimes.HostPair;

/**
 * Reads a validation suite of the reference simulator, as its script does (uet-htsim, revision
 * 40ccb05, sim/datacenter/validate.py:15-56). An experiment is a line with the name of a connection
 * matrix and lines that begin with an exclamation mark:
 *
 * <pre>
 * connection_matrices/incast.cm
 * !Experiment Small incast
 * !Binary ./htsim_uec
 * !Param -end 3000
 * !tailFCT 2550
 * !FCT Uec_1_0 215
 * </pre>
 *
 * <p>Names of files count from the suite's folder. A line that begins with {@code #} is a comment,
 * and so are the lines with an exclamation mark that follow it. An experiment that names no binary
 * is one of {@code htsim_uec}, as in validate_parallel.py:47; validate.py:24 would run {@code
 * htsim_eqds}, which its authors do not maintain.
 */
public final class SuiteReader {
  /** The program whose options are known. */
  public static final String BINARY = "htsim_uec";

  private final Path file;
  private final List<String> lines;
  private final List<SuiteExperiment> experiments = new ArrayList<>();
  private int at;

  private SuiteReader(Path file, List<String> lines) {
    this.file = file;
    this.lines = lines;
  }

  /**
   * Reads all experiments of a file.
   *
   * @throws UserInputException naming file and line of what is malformed
   */
  public static List<SuiteExperiment> read(Path file) {
    SuiteReader reader = new SuiteReader(file, InputFile.text(file).lines().toList());
    reader.readAll();
    return List.copyOf(reader.experiments);
  }

  private void readAll() {
    while (at < lines.size()) {
      String line = lines.get(at).strip();
      at++;
      if (line.startsWith("#")) {
        while (at < lines.size() && lines.get(at).startsWith("!")) {
          at++;
        }
      } else if (line.startsWith("!")) {
        throw error(at, "'" + line + "' belongs to no experiment: name a connection matrix before");
      } else if (!line.isEmpty()) {
        try {
          readExperiment(line);
        } catch (InvalidPathException e) {
          throw error(at, "'" + e.getInput() + "' cannot name a file: " + e.getReason());
        }
      }
    }
    if (experiments.isEmpty()) {
      throw new UserInputException(file + ": has no experiment");
    }
  }

  private void readExperiment(String matrix) {
    String name = matrix;
    String binary = BINARY;
    List<String> options = new ArrayList<>();
    OptionalLong tailUs = OptionalLong.empty();
    Map<HostPair, Long> flowUs = new HashMap<>();
    List<String> unknown = new ArrayList<>();
    while (at < lines.size() && lines.get(at).startsWith("!")) {
      String line = lines.get(at).substring(1).strip();
      at++;
      String[] words = line.split("\\s+", 2);
      String rest = words.length < 2 ? "" : words[1];
      switch (words[0]) {
        case "Experiment" -> name = rest;
        case "Binary" -> binary = String.valueOf(Path.of(rest).getFileName());
        case "Param" -> options.addAll(List.of(rest.split("\\s+", -1)));
        case "tailFCT" -> tailUs = limit(rest);
        case "FCT" -> flowLimit(flowUs, rest);
        default -> unknown.add(line);
      }
    }
    Path folder = file.toAbsolutePath().resolveSibling("");
    experiments.add(
        new SuiteExperiment(
            experiments.size() + 1,
            name,
            folder.resolve(matrix),
            folder,
            binary,
            options,
            new SuiteExperiment.SuiteLimits(tailUs, flowUs),
            unknown));
  }

  /** A limit of 0 is none (validate.py:149). */
  private OptionalLong limit(String text) {
    long us = microseconds(text);
    return us == 0 ? OptionalLong.empty() : OptionalLong.of(us);
  }

  private void flowLimit(Map<HostPair, Long> limits, String text) {
    String[] words = text.split("\\s+", -1);
    if (words.length != 2) {
      throw error(at, "expected: FCT NAME MICROSECONDS, found '" + text + "'");
    }
    HostPair flow =
        HostPair.parse(words[0])
            .orElseThrow(
                () -> error(at, "'" + words[0] + "' names no flow: write it as in Uec_1_0"));
    limits.put(flow, microseconds(words[1]));
  }

  private long microseconds(String text) {
    return Quantities.whole(text, 0, Long.MAX_VALUE)
        .orElseThrow(() ->
            error(at, "a limit is a whole number of microseconds from 0, found '" + text + "'"));
  }

  private UserInputException error(int line, String message) {
    return new UserInputException(file + ":" + line + ": " + message);
  }
}
