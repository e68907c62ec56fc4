package io.smartt.realtime.netns;

import module java.base;

import io.smartt.base.concurrent.OwnerProcess;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.FolderTree;

/** The harness's network namespaces that a killed process could not remove. */
public final class StaleNamespaces {
  private static final Path NAMED = Path.of("/run/netns");
  private static final Pattern NAME =
      Pattern.compile(Pattern.quote(NamespaceNetwork.PREFIX) + "(\\d+)-\\d+-.+");

  private StaleNamespaces() {}

  /** Names of the harness's namespaces whose process is gone. */
  public static List<String> find() {
    return all().stream().filter(name -> !isAlive(name)).toList();
  }

  /** Names of the harness's namespaces whose process still runs. */
  public static List<String> inUse() {
    return all().stream().filter(StaleNamespaces::isAlive).toList();
  }

  /** Names of the namespaces of one process that is gone; none while it runs. */
  static List<String> of(long process) {
    String prefix = NamespaceNetwork.PREFIX + process + "-";
    return find().stream().filter(name -> name.startsWith(prefix)).toList();
  }

  private static List<String> all() {
    return named(name -> NAME.matcher(name).matches());
  }

  private static boolean isAlive(String name) {
    Matcher form = NAME.matcher(name);
    return form.matches() && OwnerProcess.isRunning(Long.parseLong(form.group(1)));
  }

  private static List<String> named(java.util.function.Predicate<String> chosen) {
    return Stream.of(NAMED, HostNames.FOLDER)
        .flatMap(folder -> in(folder).stream())
        .filter(chosen)
        .sorted()
        .distinct()
        .toList();
  }

  private static List<String> in(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    return FileErrors.get(() -> FolderTree.children(folder)).stream()
        .map(file -> file.getFileName().toString())
        .toList();
  }

  /** Removes the namespaces whose names begin so. */
  static void remove(String prefix) {
    removeAll(named(name -> name.startsWith(prefix)));
  }

  /** A namespace, with its veth pairs, stays as long as a process is in it. */
  private static void endProcessesIn(List<String> names) {
    Set<Object> namespaces =
        names.stream()
            .flatMap(name -> inode(NAMED.resolve(name)).stream())
            .collect(Collectors.toSet());
    ProcessHandle.allProcesses()
        .filter(process ->
            inode(Path.of("/proc", Long.toString(process.pid()), "ns", "net"))
                .filter(namespaces::contains)
                .isPresent())
        .forEach(ProcessHandle::destroyForcibly);
  }

  /** Returns the inode of a namespace; empty where there is none, or not any more. */
  private static Optional<Object> inode(Path namespace) {
    try {
      return Optional.of(Files.getAttribute(namespace, "unix:ino"));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Removes namespaces, the veth pairs in them, and ends the processes in them: switches whose
   * harness was killed, or what somebody started there.
   *
   * @throws RunFailedException naming those that stay
   */
  public static void removeAll(List<String> names) {
    if (names.isEmpty()) {
      return;
    }
    endProcessesIn(names);
    IpTool.batchAll(names.stream().map(name -> "netns del " + name).toList());
    names.forEach(HostNames::remove);
    List<String> stayed = named(names::contains);
    if (!stayed.isEmpty()) {
      throw new RunFailedException(
          "network namespaces stay behind: "
              + String.join(", ", stayed)
              + " (removing them needs root and iproute2's 'ip')");
    }
  }
}
