package io.smartt.experiment.trace.analysis;

/**
 * An interface of a set of captures.
 *
 * @param id its number in the set
 * @param name its own, or that of its file, made different from all others of the set
 * @param rateBps bits per second; 0 if unknown
 */
public record TracedInterface(int id, String name, long rateBps) {
  /** The node that it belongs to: {@code s1} of {@code s1-eth3}; its own name if it has no dash. */
  public String node() {
    int dash = name.lastIndexOf('-');
    return dash > 0 ? name.substring(0, dash) : name;
  }
}
