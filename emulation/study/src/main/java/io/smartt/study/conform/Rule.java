package io.smartt.study.conform;

import module java.base;

/**
 * A rule for switches that trim, or for those who receive what they trim.
 *
 * @param name of its case
 * @param says what is to hold; where sources contradict each other, each of the ways that hold
 * @param sources where it is stated
 * @param needs the run that shows it; empty if no run of this program can
 * @param judge decides by what the run left
 */
public record Rule(
    String name, String says, List<Cited> sources, Optional<Setup> needs, Judge judge) {
  private static final String SONIC = "https://github.com/sonic-net/";

  /** Copies. */
  public Rule {
    sources = List.copyOf(sources);
  }

  /** Decides whether a rule holds. */
  @FunctionalInterface
  interface Judge {
    Verdict of(Evidence evidence);
  }

  /**
   * A place in a document.
   *
   * @param document where it is
   * @param at section, test or line in it
   */
  public record Cited(Document document, String at) {
    /** Returns it as tables have it. */
    public String text() {
      return document.title + ", " + at;
    }
  }

  /** The documents that state rules, as they were read. */
  public enum Document {
    /** SONiC's test plan. */
    PLAN(
        "SONiC's test plan",
        SONIC
            + "sonic-mgmt/blob/b4ba9de3c9bb57c0628bc4cb98b3ecf3a3932a43/docs/testplan/Packet_Trimming_Testplan.md"),

    /** The code of SONiC's tests. */
    TESTS(
        "SONiC's tests",
        SONIC
            + "sonic-mgmt/blob/b4ba9de3c9bb57c0628bc4cb98b3ecf3a3932a43/tests/packet_trimming/packet_trimming_helper.py"),

    /** SONiC's design. */
    HLD(
        "SONiC's design",
        SONIC
            + "SONiC/blob/98de38fd1512017cfee5513025d750da8b1fa2f1/doc/packet_trimming/packet-trimming-design.md"),

    /** The proposal that brought trimming into the Switch Abstraction Interface. */
    SAI(
        "SAI's proposal",
        "https://github.com/opencomputeproject/SAI/blob/91e6b8600e5b7c40be59760d3d9b15e0f7ac7cb6/doc/SAI-Proposal-Packet-Trimming.md"),

    /** Headers of the Switch Abstraction Interface. */
    SAI_HEADERS(
        "SAI",
        "https://github.com/opencomputeproject/SAI/tree/91e6b8600e5b7c40be59760d3d9b15e0f7ac7cb6/inc"),

    /** OpenConfig's models, pull requests 1457 (configuration) and 1458 (counters) merged. */
    OPENCONFIG(
        "OpenConfig",
        "https://github.com/openconfig/public/tree/94f589629e1e88d0a8dbd2b3024f829196801f2e/release/models"),

    /** Ultra Ethernet 1.0.3, as a reader of its pages quotes it. */
    ULTRA_ETHERNET(
        "UE 1.0.3 (quoted)",
        "https://github.com/BulkyCI/astra-sim/blob/9869d218/docs/agents/uec-transport-brief.md");

    private final String title;
    private final String url;

    Document(String title, String url) {
      this.title = title;
      this.url = url;
    }

    /** Returns what tables call it. */
    public String title() {
      return title;
    }

    /** Returns where it is, in the version that was read. */
    public String url() {
      return url;
    }

    Cited at(String place) {
      return new Cited(this, place);
    }
  }

  /** The runs of a catalogue, in their order. */
  public enum Setup {
    /** An incast of full packets. */
    FULL("256KiB", Map.of("queue.last-hop-trims", "false")),

    /** The same, its packets shorter than what a cut one keeps. */
    SHORT("32KiB", Map.of("packet.payload", "100", "queue.last-hop-trims", "false")),

    /** The same, where ports to hosts have a code point of their own. */
    LAST_HOP("256KiB", Map.of("queue.last-hop-trims", "true")),

    /** The same without trimming. */
    OFF("256KiB", Map.of("trimming", "off", "queue.last-hop-trims", "false")),

    /** The first again, on switches that did all of the others. */
    AGAIN("256KiB", Map.of("queue.last-hop-trims", "false", "testbed.apply", "true"));

    private final String message;
    private final Map<String, String> settings;

    Setup(String message, Map<String, String> settings) {
      this.message = message;
      this.settings = settings;
    }

    /** Returns the name of its run's folder. */
    public String folder() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String message() {
      return message;
    }

    Map<String, String> settings() {
      return settings;
    }
  }
}
