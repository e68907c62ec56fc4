package io.smartt.emulation.bundle;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.emulation.input.FileTrouble;
import io.smartt.emulation.input.UserInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code bundle.json}: what a bundle has.
 *
 * @param format of this file
 * @param kind of the folder that was packed
 * @param name of that folder
 * @param version of smartt that packed it
 * @param program hash of smartt's classes that packed it
 * @param image for where smartt is not installed
 * @param tolerancePercent by how much times may differ; 0: results are compared to the byte
 * @param wallSeconds that the runs took, added up
 * @param peakRssBytes of the largest run
 * @param varied keys of a sweep, in the order of its tables
 * @param commands that make the tables of the paper's figures of their runs, without a folder
 * @param runs in their order
 * @param results that are compared
 * @param contents SHA-256 of each other file of the bundle, by path
 */
public record BundleManifest(
    int format,
    Kind kind,
    String name,
    String version,
    String program,
    BundleImage image,
    double tolerancePercent,
    double wallSeconds,
    long peakRssBytes,
    List<String> varied,
    List<List<String>> commands,
    List<BundledRun> runs,
    List<ExpectedFile> results,
    Map<String, String> contents) {
  /** Name of the file. */
  public static final String FILE = "bundle.json";

  static final int FORMAT = 1;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Kinds of folders. */
  public enum Kind {
    /** Of {@code smartt run}. */
    RUN,
    /** Of {@code smartt sweep}. */
    SWEEP,
    /** Of {@code smartt paper}. */
    PAPER
  }

  /** Copies lists and maps. */
  public BundleManifest {
    varied = List.copyOf(varied);
    commands = commands.stream().map(List::copyOf).toList();
    runs = List.copyOf(runs);
    results = List.copyOf(results);
    contents = new TreeMap<>(contents);
  }

  /** This with the hashes of its files. */
  BundleManifest with(Map<String, String> hashes) {
    return new BundleManifest(
        format,
        kind,
        name,
        version,
        program,
        image,
        tolerancePercent,
        wallSeconds,
        peakRssBytes,
        varied,
        commands,
        runs,
        results,
        hashes);
  }

  /** Whether results come out the same to the byte. */
  boolean exact() {
    return tolerancePercent == 0;
  }

  String text() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads that of an unpacked bundle.
   *
   * @throws UserInputException if the folder has none that this program reads
   */
  static BundleManifest read(Path folder) {
    Path file = folder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      throw new UserInputException(folder + " has no " + FILE + ", so it is no bundle");
    }
    try {
      int format = JSON.readTree(file.toFile()).path("format").asInt();
      if (format != FORMAT) {
        throw new UserInputException(
            file + ": format is " + format + "; this version reads format " + FORMAT);
      }
      return JSON.readValue(file.toFile(), BundleManifest.class);
    } catch (IOException e) {
      throw new UserInputException("cannot read " + file + ": " + FileTrouble.reason(e), e);
    }
  }
}
