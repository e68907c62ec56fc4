package io.smartt.experiment.othertools;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.PackedText;
import io.smartt.base.input.UserInputException;

/**
 * Reads the networks of a Mininet file ({@code mn --custom}). The file is a program: a Python of
 * this machine runs it, with the user's rights, as {@code mn} does with root's.
 *
 * @param limit that a file's program may take
 */
public record MininetFile(Duration limit) {
  private static final String PYTHON = "python3";
  private static final String READER = "mininet_topo.py";

  /**
   * The time after the program's own limit, which counts from when Python has begun: for that on a
   * busy machine, and for a program that takes no notice of the limit.
   */
  private static final Duration GRACE = Duration.ofSeconds(15);

  /**
   * Runs a file and reads one of its networks.
   *
   * @throws UserInputException with the file's line, if the program fails or takes too long
   */
  public OtherTools.ImportedNetwork read(MininetName name) {
    Path path = Path.of(name.path());
    String file = String.valueOf(path.getFileName());
    if (!Files.isRegularFile(path)) {
      throw new UserInputException("topology: there is no file " + path);
    }
    ChildOutput said =
        ChildOutput.of(
            List.of(
                PYTHON,
                "-B",
                "-c",
                PackedText.read(MininetFile.class, READER),
                path.toString(),
                name.topo(),
                seconds()),
            limit.plus(GRACE),
            "topology: " + path + " needs python3 on the PATH");
    JsonNode network = json(said, file);
    if (network.has("error")) {
      throw new UserInputException(
          file
              + (network.path("line").isInt() ? ":" + network.path("line").asInt() : "")
              + ": "
              + LinksText.printable(network.path("error").asText())
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

  /**
   * The output of a program of the user until it ended, or was ended with all that it had started.
   *
   * @param status empty if its time was over
   * @param output standard output, of which there may be so much
   * @param errors the end of standard error
   */
  record ChildOutput(OptionalInt status, String output, String errors) {
    private static final int MOST_OUTPUT = 32 << 20;
    private static final int MOST_ERRORS = 8 << 10;

    /**
     * The time for the system to take away a process that was killed, and to hand over what it
     * said.
     */
    private static final Duration LATE = Duration.ofSeconds(5);

    /**
     * Runs a program.
     *
     * @param limit after which it is ended
     * @param absent the error where it cannot be started
     * @throws UserInputException if it cannot be started
     * @throws RunFailedException if the thread is interrupted; the program is ended then
     */
    static ChildOutput of(List<String> command, Duration limit, String absent) {
      Process process;
      try {
        process =
            new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
      } catch (IOException e) {
        throw new UserInputException(absent, e);
      }
      CompletableFuture<byte[]> output = read(process.getInputStream(), MOST_OUTPUT, true);
      CompletableFuture<byte[]> errors = read(process.getErrorStream(), MOST_ERRORS, false);
      try {
        boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        end(process);
        return new ChildOutput(
            ended ? OptionalInt.of(process.exitValue()) : OptionalInt.empty(),
            ended ? text(output) : "",
            ended ? text(errors) : "");
      } catch (InterruptedException e) {
        end(process);
        throw RunFailedException.interrupted(command.getFirst() + " ran", e);
      }
    }

    /** A program that it started may keep a pipe open: nothing waits long for that. */
    private static String text(CompletableFuture<byte[]> read) throws InterruptedException {
      try {
        return new String(read.get(LATE.toMillis(), TimeUnit.MILLISECONDS), StandardCharsets.UTF_8);
      } catch (ExecutionException | TimeoutException e) {
        return "";
      }
    }

    /** Kills all of them, and waits until the system has taken them away. */
    private static void end(Process process) {
      List<ProcessHandle> all =
          Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
      all.forEach(ProcessHandle::destroyForcibly);
      try {
        CompletableFuture.allOf(
                all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
            .get(LATE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException | TimeoutException e) {
        // A child's child is taken away by process 1, which may be late.
      }
    }

    /**
     * Takes all that comes, so that the program never waits, and keeps the beginning or the end.
     */
    private static CompletableFuture<byte[]> read(InputStream from, int most, boolean beginning) {
      CompletableFuture<byte[]> all = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(() -> {
            ByteArrayOutputStream kept = new ByteArrayOutputStream();
            byte[] buffer = new byte[64 << 10];
            try (from) {
              for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                kept.write(buffer, 0, beginning ? Math.min(n, most - kept.size()) : n);
                if (kept.size() > most) {
                  byte[] longer = kept.toByteArray();
                  kept.reset();
                  kept.write(longer, longer.length - most, most);
                }
              }
            } catch (IOException e) {
              // Its end is the end of what it said.
            }
            all.complete(kept.toByteArray());
          });
      return all;
    }

    /** The last line on standard error. */
    String lastError() {
      Optional<String> last =
          errors.lines().filter(line -> !line.isBlank()).reduce((_, later) -> later);
      return last.map(LinksText::printable).orElse("it said nothing");
    }
  }
}
