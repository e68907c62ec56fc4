@NullMarked
package io.smartt.emulation.traffic;

import org.jspecify.annotations.NullMarked;
