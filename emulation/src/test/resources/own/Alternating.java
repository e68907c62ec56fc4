import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import java.util.List;

/** A load balancer that goes through a few entropies, one after the other. */
public final class Alternating implements PathSelector {
  /** Its settings. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("alternating", Settings.class);

  /** As users choose it. */
  public static final LoadBalancer BALANCER =
      new LoadBalancer(
          "alternating",
          "entropies one after the other",
          List.of(SETTINGS),
          false,
          run -> {
            int paths = run.settings().read(SETTINGS).paths();
            return (bdpPackets, baseRttPs, random) -> new Alternating(paths);
          });

  /** Its settings. */
  public record Settings(
      @Setting(defaultValue = "65536", meaning = "Entropies among which it alternates.")
          int paths) {}

  private final int paths;
  private int next;

  private Alternating(int paths) {
    this.paths = paths;
  }

  @Override
  public int nextEntropy(long nowPs) {
    int entropy = next;
    next = (next + 1) % paths;
    return entropy;
  }
}
