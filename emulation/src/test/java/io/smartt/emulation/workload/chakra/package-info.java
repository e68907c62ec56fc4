@NullMarked
package io.smartt.emulation.workload.chakra;

import org.jspecify.annotations.NullMarked;
