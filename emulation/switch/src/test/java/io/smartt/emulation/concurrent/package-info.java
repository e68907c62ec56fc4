@NullMarked
package io.smartt.emulation.concurrent;

import org.jspecify.annotations.NullMarked;
