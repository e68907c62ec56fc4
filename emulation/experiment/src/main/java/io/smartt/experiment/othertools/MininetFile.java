package io.smartt.experiment.othertools;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.input.UserInputException;

/**
 * Reads the networks of a Mininet file ({@code mn --custom}). The file is a program: a Python of
 * this machine runs it, with the user's rights, as {@code mn} does with root's.
 */
public final class MininetFile {
  private static final String PYTHON = "python3";
  private static final String READER = "mininet_topo.py";

  /**
   * The time after the program's own limit, which counts from when Python has begun: for that on a
   * busy machine, and for a program that takes no notice of the limit.
   */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Duration limit;

  /**
   * @param limit that a file's program may take
   */
  public MininetFile(Duration limit) {
    this.limit = limit;
  }

  /**
   * Runs a file and reads one of its networks.
   *
   * @throws UserInputException with the file's line, if the program fails or takes too long
   */
  public ImportedNetwork read(MininetName name) {
    Path path = Path.of(name.path());
    String file = String.valueOf(path.getFileName());
    if (!Files.isRegularFile(path)) {
      throw new UserInputException("topology: there is no file " + path);
    }
    ChildOutput said =
        ChildOutput.of(
            List.of(PYTHON, "-B", "-c", reader(), path.toString(), name.topo(), seconds()),
            limit.plus(GRACE),
            "topology: " + path + " needs python3 on the PATH");
    JsonNode network = json(said, file);
    if (network.has("error")) {
      throw new UserInputException(
          file
              + (network.path("line").isInt() ? ":" + network.path("line").asInt() : "")
              + ": "
              + Printable.text(network.path("error").asText())
              + (name.topo().isEmpty() ? "; write " + name.path() + ",NAME" : ""));
    }
    return new MininetNetwork(file, network)
        .text()
        .network(
            file.replaceFirst("\\.py$", "")
                + "."
                + name.topo().replaceAll("[^A-Za-z0-9_.=-]+", "-"));
  }

  private JsonNode json(ChildOutput said, String file) {
    if (said.status().isEmpty()) {
      throw new UserInputException(file + ": still runs after " + seconds() + " s, and was ended");
    }
    try {
      JsonNode network = new ObjectMapper().readTree(said.output());
      if (network.isObject()) {
        return network;
      }
    } catch (JsonProcessingException e) {
      throw new UserInputException(file + ": Python gave no network: " + said.lastError(), e);
    }
    throw new UserInputException(file + ": Python gave no network: " + said.lastError());
  }

  private String seconds() {
    return BigDecimal.valueOf(limit.toMillis(), 3).stripTrailingZeros().toPlainString();
  }

  private static String reader() {
    try (InputStream in = MininetFile.class.getResourceAsStream(READER)) {
      if (in == null) {
        throw new IllegalStateException(READER + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The name that a user gives a network of a Mininet file: {@code custom.py,mytopo}, with the
   * arguments that {@code mn --topo mytopo,4,bw=10} takes.
   *
   * @param path of the file
   * @param topo the name and its arguments; empty if the user gave none
   */
  public record MininetName(String path, String topo) {
    private static final Pattern FORM = Pattern.compile("(.*?\\.py)(?:,(.*))?");

    /** The network that a user's text names; empty if it is no Python file. */
    public static Optional<MininetName> parse(String text) {
      Matcher form = FORM.matcher(text);
      return form.matches()
          ? Optional.of(
              new MininetName(form.group(1), Optional.ofNullable(form.group(2)).orElse("")))
          : Optional.empty();
    }
  }
}
