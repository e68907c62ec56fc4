package io.smartt.workload.ideal;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.workload.ideal.Resources.FlowUse;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class FairSharesTest {
  private static FlowUse use(double... resourceAndPart) {
    int[] resources = new int[resourceAndPart.length / 2];
    double[] parts = new double[resources.length];
    for (int i = 0; i < resources.length; i++) {
      resources[i] = (int) resourceAndPart[2 * i];
      parts[i] = resourceAndPart[2 * i + 1];
    }
    return new FlowUse(resources, parts);
  }

  private static double[] shares(double[] capacities, int[] active, FlowUse... uses) {
    double[] rates = new double[uses.length];
    new FairShares(capacities, uses).compute(active, active.length, rates);
    return rates;
  }

  @Test
  void sharesOneLinkEvenly() {
    assertThat(shares(new double[] {9}, new int[] {0, 1, 2}, use(0, 1), use(0, 1), use(0, 1)))
        .containsExactly(3, 3, 3);
  }

  @Test
  void givesWhatOneFlowCannotUseToTheOthers() {
    // Flow 0 crosses both links, 1 and 2 the first, 3 the second: 2, 2, 2 and 10 - 2.
    assertThat(
            shares(
                new double[] {6, 10},
                new int[] {0, 1, 2, 3},
                use(0, 1, 1, 1),
                use(0, 1),
                use(0, 1),
                use(1, 1)))
        .containsExactly(2, 2, 2, 8);
  }

  @Test
  void countsThePartOfAFlowThatALinkCarries() {
    // A quarter of flow 0 crosses link 0, all of flow 1: equal rates x with x / 4 + x = 5.
    assertThat(shares(new double[] {5, 100}, new int[] {0, 1}, use(0, 0.25, 1, 1), use(0, 1)))
        .containsExactly(4, 4);
  }

  @Test
  void leavesFlowsOutThatAreNotActive() {
    assertThat(shares(new double[] {9}, new int[] {2}, use(0, 1), use(0, 1), use(0, 1)))
        .containsExactly(0, 0, 9);
  }

  /** The definition: no link overloaded, and each flow has a full link where no flow is faster. */
  @Property(tries = 300)
  void isMaxMinFair(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] capacities = random.doubles(1 + random.nextInt(8), 1, 10).toArray();
    FlowUse[] uses = new FlowUse[1 + random.nextInt(20)];
    int[] active = new int[uses.length];
    for (int i = 0; i < uses.length; i++) {
      active[i] = i;
      double[] pairs = new double[2 * (1 + random.nextInt(capacities.length))];
      for (int j = 0; j < pairs.length; j += 2) {
        pairs[j] = (i + j / 2) % capacities.length;
        pairs[j + 1] = 1.0 / (1 + random.nextInt(4));
      }
      uses[i] = use(pairs);
    }

    double[] rates = shares(capacities, active, uses);

    double[] load = new double[capacities.length];
    double[] fastest = new double[capacities.length];
    for (int i = 0; i < uses.length; i++) {
      for (int j = 0; j < uses[i].resources().length; j++) {
        int resource = uses[i].resources()[j];
        load[resource] += rates[i] * uses[i].parts()[j];
        fastest[resource] = Math.max(fastest[resource], rates[i]);
      }
    }
    for (int r = 0; r < capacities.length; r++) {
      assertThat(load[r]).isLessThanOrEqualTo(capacities[r] * (1 + 1e-9));
    }
    for (int i = 0; i < uses.length; i++) {
      boolean held = false;
      for (int resource : uses[i].resources()) {
        held |=
            load[resource] >= capacities[resource] * (1 - 1e-9)
                && rates[i] >= fastest[resource] * (1 - 1e-9);
      }
      assertThat(held).as("flow %d of rate %s", i, rates[i]).isTrue();
    }
  }
}
