package io.smartt.emulation.cli;

import module java.base;

import io.smartt.base.input.FolderTree;

/** The commands that show a run time how the program starts: a short run, two helps. */
final class Training {
  private Training() {}

  /** Runs it. */
  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("smartt-training");
    int status;
    try (PrintWriter out = new PrintWriter(Writer.nullWriter())) {
      status =
          Smartt.execute(
              out,
              new PrintWriter(System.err, true, StandardCharsets.UTF_8),
              "run",
              "--topology",
              "leafspine,2,2,1",
              "--workload",
              "permutation:256KiB",
              "--out",
              folder.resolve("run").toString());
      Smartt.execute(out, out, "agent", "--help");
      Smartt.execute(out, out, "switch", "--help");
    } finally {
      FolderTree.delete(folder);
    }
    System.exit(status);
  }
}
