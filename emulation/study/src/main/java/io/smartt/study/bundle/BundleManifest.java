package io.smartt.study.bundle;

import module java.base;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.Sha256;
import io.smartt.base.input.UserInputException;

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
    BundleMaker.BundleImage image,
    double tolerancePercent,
    double wallSeconds,
    long peakRssBytes,
    List<String> varied,
    List<List<String>> commands,
    List<BundledRun> runs,
    List<BundleManifest.ExpectedFile> results,
    Map<String, String> contents) {
  /** Name of the file. */
  public static final String FILE = "bundle.json";

  static final int FORMAT = 1;

  private static final long MOST_OF_IMAGE = 8L << 30;
  private static final long MOST_OF_INPUTS = 1L << 30;

  /** Tables of 4,000 runs with the most that one has whole. What a stranger names has no end. */
  private static final long MOST_OF_RESULTS = 4L << 30;

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .setDefaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);

  /** Kinds of folders. */
  public enum Kind {
    /** A bundle of {@code smartt run}. */
    RUN,
    /** A bundle of {@code smartt sweep}. */
    SWEEP,
    /** A bundle of {@code smartt paper}. */
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

  private static String place(JsonMappingException e) {
    return e.getPath().stream()
        .map(step -> Objects.requireNonNullElse(step.getFieldName(), "" + step.getIndex()))
        .collect(Collectors.joining("."));
  }

  /** The most bytes that the bundle's other files may have. */
  long mostBytes() {
    long results =
        this.results.stream().filter(ExpectedFile::whole).mapToLong(ExpectedFile::bytes).sum();
    return Math.min(results, MOST_OF_RESULTS)
        + (contents.containsKey(BundleWriter.IMAGE) ? MOST_OF_IMAGE : 0)
        + MOST_OF_INPUTS;
  }

  /** Returns whether results come out the same to the byte. */
  boolean exact() {
    return tolerancePercent == 0;
  }

  String text() {
    return FileErrors.get(
        () -> JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
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
      JsonNode tree = JSON.readTree(file.toFile());
      int format = tree.path("format").asInt();
      if (format != FORMAT) {
        throw new UserInputException(
            file + ": format is " + format + "; this version reads format " + FORMAT);
      }
      BundleManifest manifest = JSON.treeToValue(tree, BundleManifest.class);
      if (manifest.runs().isEmpty() || manifest.results().isEmpty()) {
        throw new UserInputException(file + ": has no runs or no results: nothing to verify");
      }
      return manifest;
    } catch (JsonMappingException e) {
      throw new UserInputException(
          file + ": " + place(e) + " is missing, or not what a bundle has there", e);
    } catch (IOException e) {
      throw new UserInputException("cannot read " + file + ": " + FileErrors.reason(e), e);
    }
  }

  /**
   * A run of a bundle.
   *
   * @param name of its folder
   * @param point what the sweep varies, by key; empty of others
   * @param fabric where it ran
   * @param profile as the user wrote it
   * @param overrides of the profile, {@code key=value}
   * @param seed of all randomness
   */
  public record BundledRun(
      String name,
      Map<String, String> point,
      String fabric,
      String profile,
      List<String> overrides,
      long seed) {
    /** Copies, in the order of keys. */
    public BundledRun {
      point = new TreeMap<>(point);
      overrides = List.copyOf(overrides);
    }
  }

  /**
   * A file of the results as the bundle knows it.
   *
   * @param path in the folder of results, with slashes
   * @param bytes its length
   * @param sha256 of its content
   * @param whole whether the bundle has its content
   * @param blocks of a file that is not whole: the first half of the SHA-256 of each 64 KiB
   */
  public record ExpectedFile(
      String path, long bytes, String sha256, boolean whole, List<String> blocks) {
    /** Bytes of a block. */
    static final int BLOCK = 1 << 16;

    private static final int HALF = 32;

    /** Copies the list. */
    public ExpectedFile {
      blocks = List.copyOf(blocks);
    }

    static ExpectedFile of(String path, Path file, boolean whole) throws IOException {
      return new ExpectedFile(
          path, Files.size(file), Sha256.of(file), whole, whole ? List.of() : blocks(file));
    }

    /** Returns whether a file has the same content. */
    boolean sameAs(Path file) throws IOException {
      return Files.size(file) == bytes && Sha256.of(file).equals(sha256);
    }

    /** The hashes of a file's blocks. */
    static List<String> blocks(Path file) throws IOException {
      List<String> blocks = new ArrayList<>();
      try (InputStream in = Files.newInputStream(file)) {
        for (byte[] block = in.readNBytes(BLOCK); block.length > 0; block = in.readNBytes(BLOCK)) {
          blocks.add(Sha256.of(block).substring(0, HALF));
        }
      }
      return blocks;
    }
  }
}
