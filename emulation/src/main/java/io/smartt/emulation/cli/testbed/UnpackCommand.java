package io.smartt.emulation.cli.testbed;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.concurrent.Polling;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.SecretFile;
import io.smartt.base.input.UserInputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code smartt unpack}. Compose has no portable way to embed files, so certificates travel in the
 * environment of a service.
 */
@Command(
    name = "unpack",
    hidden = true,
    header = "Writes the files of the variable SMARTT_FILES to a folder, then runs a command.",
    description = {"", "The variable is JSON, content by name.", ""},
    footer = {"", "Example:", "  smartt unpack /etc/smartt -- agent --interface eth1"})
public final class UnpackCommand implements Callable<Integer> {
  private static final String VARIABLE = "SMARTT_FILES";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");

  private final ToIntFunction<String[]> smartt;
  private final Map<String, String> environment;

  @Option(
      names = "--await",
      paramLabel = "INTERFACE",
      description = "Waits until a network interface is there and up; may be given more than once.")
  private List<String> interfaces = new ArrayList<>();

  @Parameters(index = "0", paramLabel = "DIR", description = "The folder.")
  private Path folder = Path.of(".");

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "A command of smartt, behind '--'.")
  private List<String> command = List.of();

  /**
   * @param smartt runs a command line of smartt and returns its exit status
   * @param environment has the variable
   */
  public UnpackCommand(ToIntFunction<String[]> smartt, Map<String, String> environment) {
    this.smartt = smartt;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    unpack();
    AwaitedInterfaces.ofThisMachine().await(interfaces);
    return command.isEmpty() ? 0 : smartt.applyAsInt(command.toArray(String[]::new));
  }

  /** A name leads nowhere else. */
  private static String plain(String name) {
    if (name.isEmpty() || name.equals(".") || name.equals("..") || !NAME.matcher(name).matches()) {
      throw new UserInputException(
          VARIABLE + ": '" + name + "' is no file name; write letters, digits, '.', '-' and '_'");
    }
    return name;
  }

  private void unpack() {
    try {
      Map<String, String> files =
          new ObjectMapper()
              .readValue(environment.getOrDefault(VARIABLE, "{}"), new TypeReference<>() {});
      Files.createDirectories(folder);
      for (Map.Entry<String, String> file : files.entrySet()) {
        SecretFile.write(folder.resolve(plain(file.getKey())), file.getValue());
      }
    } catch (JsonProcessingException e) {
      throw new UserInputException(VARIABLE + ": is not JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new RunFailedException(folder + " cannot be written: " + FileErrors.reason(e), e);
    }
  }

  /**
   * Waits for network interfaces, which containerlab plugs into a container that runs. An interface
   * is up when its flags say so.
   *
   * @param folder that has one of each interface
   * @param patience for all of them
   */
  record AwaitedInterfaces(Path folder, Duration patience) {
    private static final Path INTERFACES = Path.of("/sys/class/net");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,15}");
    private static final int UP = 1;
    private static final long POLL_NS = 100_000_000L;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Returns the interfaces of this machine or container. */
    static AwaitedInterfaces ofThisMachine() {
      return new AwaitedInterfaces(INTERFACES, PATIENCE);
    }

    /**
     * Waits until all are there and up.
     *
     * @throws UserInputException naming what is no name of an interface
     * @throws RunFailedException naming the first that is not in time
     */
    void await(List<String> names) {
      names.forEach(AwaitedInterfaces::requireName);
      long endNs = System.nanoTime() + patience.toNanos();
      for (String name : names) {
        var _ =
            Polling.until(
                    "interface " + name,
                    endNs - System.nanoTime(),
                    POLL_NS,
                    () -> Optional.of(name).filter(this::isUp))
                .orElseThrow(() ->
                    new RunFailedException(
                        "interface %s is not there, or not up, after %s s"
                            .formatted(name, patience.toSeconds())));
      }
    }

    /** A name leads nowhere else. */
    private static void requireName(String name) {
      if (!NAME.matcher(name).matches() || name.equals(".") || name.equals("..")) {
        throw new UserInputException("'" + name + "' is no name of an interface");
      }
    }

    private boolean isUp(String name) {
      try {
        String flags = Files.readString(folder.resolve(name).resolve("flags")).strip();
        return (Integer.decode(flags) & UP) != 0;
      } catch (IOException | NumberFormatException e) {
        return false;
      }
    }
  }
}
