package io.smartt.realtime.image;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;

/** Files of the C library and others that a run time is linked against, by {@code ldd}. */
public final class SharedLibraries {
  private static final Pattern FILE = Pattern.compile("(?:=> )?(/\\S+) \\(0x");

  private SharedLibraries() {}

  /**
   * Returns the libraries outside a folder that programs and libraries below it need.
   *
   * @throws RunFailedException where {@code ldd} does not run
   */
  public static Set<Path> neededBy(Path folder) {
    Set<Path> needed = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      List<String> command = new ArrayList<>(List.of("ldd"));
      files
          .filter(Files::isRegularFile)
          .filter(SharedLibraries::isNative)
          .forEach(file -> command.add(file.toString()));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      Matcher matcher = FILE.matcher(said);
      while (matcher.find()) {
        Path file = Path.of(matcher.group(1));
        if (!file.normalize().startsWith(folder)) {
          needed.add(file);
        }
      }
      if (needed.isEmpty()) {
        throw new RunFailedException("'ldd' names no library of the run time: " + said.strip());
      }
      return needed;
    } catch (IOException e) {
      throw new RunFailedException("'ldd' did not run: " + FileErrors.reason(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunFailedException("interrupted", e);
    }
  }

  private static boolean isNative(Path file) {
    return file.getFileName().toString().endsWith(".so") || file.toString().contains("/bin/");
  }
}
