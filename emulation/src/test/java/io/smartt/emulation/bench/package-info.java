@NullMarked
package io.smartt.emulation.bench;

import org.jspecify.annotations.NullMarked;
