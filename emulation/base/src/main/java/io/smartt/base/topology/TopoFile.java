package io.smartt.base.topology;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.SourceLine;
import io.smartt.base.input.UserInputException;

/**
 * Reads topology files of the reference simulator: a header ({@code Nodes}, {@code Tiers}, {@code
 * Podsize}) and a block for each tier. Read more kindly than there: any white space, comments
 * anywhere, keywords in any case; other lines of the header are skipped. {@code Queue_Up} and
 * {@code Queue_Down} are accepted and, as there, have no effect. Of {@code Oversubscribed} and
 * {@code Radix_Up} one may be left out; where both are given they must agree.
 */
public record TopoFile(String file, TopoBlock header, List<TopoBlock> tiers) {
  private static final List<String> HEADER_KEYWORDS = List.of("Nodes", "Tiers", "Podsize", "Tier");
  private static final List<String> TIER_KEYWORDS =
      List.of(
          ("Downlink_speed_Gbps Radix_Down Radix_Up Oversubscribed Downlink_Latency_ns"
                  + " Switch_Latency_ns Bundle Queue_Up Queue_Down")
              .split(" ", -1));
  private static final int MAX_HOSTS = 1 << 20;
  private static final int MANY = Integer.MAX_VALUE;

  /**
   * The topology that a file's text describes.
   *
   * @param file its name, which is also the topology's, for errors
   * @param text all of it
   */
  public static Topology parse(String file, String text) {
    TopoBlock header = new TopoBlock(file, HEADER_KEYWORDS);
    Map<Integer, TopoBlock> blocks = new TreeMap<>();
    TopoBlock current = header;
    for (SourceLine line : SourceLine.split(file, text)) {
      if (blocks.isEmpty() && !header.knows(line)) {
        continue; // as there
      }
      if (line.words().size() != 2) {
        throw line.error(
            "expected a keyword and one value, found '" + String.join(" ", line.words()) + "'");
      }
      if (line.first().equalsIgnoreCase("tier")) {
        int tier = (int) line.wholeNumber(1, "Tier", 0, 2);
        current = new TopoBlock(file + ": Tier " + tier, TIER_KEYWORDS);
        if (blocks.put(tier, current) != null) {
          throw line.error("Tier " + tier + " appears twice");
        }
      } else {
        current.add(line);
      }
    }
    int number = header.number("Tiers", 2, 3);
    for (int tier = 0; tier < 3; tier++) {
      if (blocks.containsKey(tier) != tier < number) {
        throw header.error(
            "Tiers is "
                + number
                + ", but there is "
                + (tier < number ? "no" : "a")
                + " Tier "
                + tier);
      }
    }
    try {
      return new TopoFile(file, header, List.copyOf(blocks.values())).build();
    } catch (ArithmeticException e) {
      throw TopologyBuilder.tooLarge(file);
    }
  }

  private Topology build() {
    int hosts = header.number("Nodes", 1, MAX_HOSTS);
    int podHosts =
        tiers.size() == 2
            ? header.number("Podsize", 1, MAX_HOSTS, hosts)
            : header.number("Podsize", 1, MAX_HOSTS);
    List<ClosShape.ClosTier> closTiers = closTiers(hosts / podHosts);
    return UserInputException.at(file, () -> new ClosShape(hosts, podHosts, closTiers)).build(file);
  }

  private List<ClosShape.ClosTier> closTiers(int pods) {
    List<String> names =
        tiers.size() == 2 ? List.of("tor", "spine") : List.of("tor", "agg", "core");
    List<ClosShape.ClosTier> shapes = new ArrayList<>();
    for (int tier = 0; tier < tiers.size(); tier++) {
      TopoBlock block = tiers.get(tier);
      int bundle = block.number("Bundle", 1, tier == 0 ? 1 : MANY, 1);
      int radixDown =
          tier == 2
              ? block.number("Radix_Down", 1, MANY, Math.multiplyExact(pods, bundle))
              : block.number("Radix_Down", 1, MANY);
      shapes.add(
          new ClosShape.ClosTier(
              names.get(tier),
              radixDown,
              radixUp(tier, radixDown),
              bundle,
              block.giga("Downlink_speed_Gbps"),
              block.number("Downlink_Latency_ns", 1, MANY) * 1000L,
              block.number("Switch_Latency_ns", 0, MANY, 0) * 1000L));
    }
    return shapes;
  }

  private int radixUp(int tier, int radixDown) {
    TopoBlock block = tiers.get(tier);
    if (tier == tiers.size() - 1) {
      if (block.find("Radix_Up").isPresent()) {
        throw block.error("the top tier has no Radix_Up");
      }
      return 0;
    }
    int given = block.number("Radix_Up", 1, MANY, 0);
    if (given != 0 && block.find("Oversubscribed").isEmpty()) {
      return given;
    }
    long ratio = block.number("Oversubscribed", 1, MANY, 1);
    long down = Math.multiplyExact(radixDown, block.giga("Downlink_speed_Gbps"));
    long up = tiers.get(tier + 1).giga("Downlink_speed_Gbps");
    long share = Math.multiplyExact(ratio, up);
    if (given == 0 ? down % share != 0 : Math.multiplyExact(given, share) != down) {
      throw block.error(
          "Oversubscribed is "
              + ratio
              + ", but "
              + radixDown
              + " links down, together "
              + down / 1e9
              + " Gbps, and "
              + (given == 0 ? "a whole number of" : given)
              + " links up of "
              + up / 1e9
              + " Gbps do not have that ratio");
    }
    return Math.toIntExact(down / share);
  }

  /** Keywords and values of a topology file's header or of one of its tiers. */
  private static final class TopoBlock {
    private final String place;
    private final List<String> keywords;
    private final Map<String, SourceLine> lines = new HashMap<>();

    /**
     * An empty block.
     *
     * @param place for errors about what is missing
     * @param keywords that it may have
     */
    TopoBlock(String place, List<String> keywords) {
      this.place = place;
      this.keywords = keywords;
    }

    boolean knows(SourceLine line) {
      return keywords.stream().anyMatch(line.first()::equalsIgnoreCase);
    }

    void add(SourceLine line) {
      if (!knows(line)) {
        throw line.error(
            "unknown keyword '" + line.first() + "', " + NearNames.hint(line.first(), keywords));
      }
      if (lines.put(line.first().toLowerCase(Locale.ROOT), line) != null) {
        throw line.error(line.first() + " appears twice in this block");
      }
    }

    Optional<SourceLine> find(String keyword) {
      return Optional.ofNullable(lines.get(keyword.toLowerCase(Locale.ROOT)));
    }

    int number(String keyword, int least, int most) {
      return (int) require(keyword).wholeNumber(1, keyword, least, most);
    }

    int number(String keyword, int least, int most, int otherwise) {
      return find(keyword).isPresent() ? number(keyword, least, most) : otherwise;
    }

    /** A value in units of 1e9, such as Gbps; fractions allowed. */
    long giga(String keyword) {
      SourceLine line = require(keyword);
      String word = line.words().get(1);
      return Quantities.scaled(word, 9, 1)
          .orElseThrow(() -> line.error(keyword + " is " + word + ", must be a number above 0"));
    }

    private SourceLine require(String keyword) {
      return find(keyword).orElseThrow(() -> missing(keyword));
    }

    private UserInputException missing(String keyword) {
      return error(keyword + " is missing");
    }

    UserInputException error(String message) {
      return new UserInputException(place + ": " + message);
    }
  }
}
