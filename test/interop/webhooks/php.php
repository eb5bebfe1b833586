<?php
require $argv[1] . '/verify.php';
foreach (json_decode(file_get_contents('php://stdin'), true) as $case) {
    try {
        verify($case['secret'], $case['body'], $case['headers']);
        echo "accepted\n";
    } catch (Exception $error) {
        echo "refused\n";
    }
}
