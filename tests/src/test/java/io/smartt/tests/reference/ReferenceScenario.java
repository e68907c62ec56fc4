package io.smartt.tests.reference;

import io.smartt.base.topology.PacketSizes;
import io.smartt.base.topology.TopoFile;
import io.smartt.base.topology.Topology;
import io.smartt.workload.CmReader;
import io.smartt.workload.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One run of the reference simulator: its inputs and what it printed.
 *
 * @param name of the scenario
 * @param matrix name of its connection matrix
 * @param topologyName of its topology file
 * @param flows in the matrix
 * @param medianUs median completion time
 * @param maxUs longest completion time
 * @param lastUs when the last flow finished
 */
record ReferenceScenario(
    String name,
    String matrix,
    String topologyName,
    int flows,
    double medianUs,
    double maxUs,
    double lastUs) {
  /** What a packet takes on a link in all of them. */
  static final PacketSizes SIZES = new PacketSizes(4096, 64, 64);

  static List<ReferenceScenario> all() {
    return text("results.csv").lines().skip(1).map(ReferenceScenario::parse).toList();
  }

  private static ReferenceScenario parse(String row) {
    List<String> cells = List.of(row.split(",", -1));
    return new ReferenceScenario(
        cells.get(0),
        cells.get(1),
        cells.get(2),
        Integer.parseInt(cells.get(4)),
        Double.parseDouble(cells.get(7)),
        Double.parseDouble(cells.get(9)),
        Double.parseDouble(cells.get(10)));
  }

  boolean isSingleFlow() {
    return flows == 1;
  }

  Topology topology() {
    return TopoFile.parse(topologyName + ".topo", text("topo/" + topologyName + ".topo"));
  }

  Workload workload() {
    return CmReader.parse(matrix + ".cm", text("cm/" + matrix + ".cm"));
  }

  static String text(String file) {
    try (InputStream in = ReferenceScenario.class.getResourceAsStream("/htsim/" + file)) {
      if (in == null) {
        throw new IllegalStateException("no test resource /htsim/" + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
