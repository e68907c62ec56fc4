package io.smartt.host.congestion;

/**
 * DCQCN's values for one path, shared by its flows.
 *
 * @param gain {@code g}
 * @param initialAlpha until the first notification
 * @param alphaTimerPs {@code K}
 * @param increaseTimerPs {@code T}
 * @param byteCounterBytes {@code B}
 * @param fastRecoverySteps {@code F}
 * @param additiveBps {@code R_AI}
 * @param hyperBps {@code R_HAI}
 * @param minBps lowest rate
 * @param linkBps highest rate, and the first
 * @param baseRttPs of the path
 */
record DcqcnParameters(
    double gain,
    double initialAlpha,
    long alphaTimerPs,
    long increaseTimerPs,
    long byteCounterBytes,
    int fastRecoverySteps,
    double additiveBps,
    double hyperBps,
    double minBps,
    double linkBps,
    long baseRttPs) {}
