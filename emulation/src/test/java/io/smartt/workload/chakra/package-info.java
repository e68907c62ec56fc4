@NullMarked
package io.smartt.workload.chakra;

import org.jspecify.annotations.NullMarked;
